import { listedSession } from "../contract/entity-schemas.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { sessionModel } from "../model/models.js";
import { publicRow } from "../model/public.js";
import { activeSessions, tokenFor } from "../session/list.js";
import { endpoint } from "./endpoint.js";

export const listSessions = endpoint({
  route: "GET /list-sessions",
  access: "session",
  doc: "The caller's sessions, newest first; `token` is for revoke-session.",
  input: z.object({}),
  output: z.array(listedSession),
  async handle({ session, caller, ctx }) {
    const sessions = await activeSessions(ctx, session.userId);
    const listed = sessions.map((row) => {
      const isCurrent = row.id === session.id;
      const ownToken = isCurrent ? caller.sessionToken : null;
      const token = tokenFor(ctx, caller, { row, ownToken });
      return { ...publicRow(ctx.schema, sessionModel, { ...row, token }), isCurrent };
    });
    return ok(listed);
  },
});
