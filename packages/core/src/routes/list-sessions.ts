import { z } from "zod";
import { ok } from "../contract/outcome.js";
import { listedSession } from "../contract/shapes.js";
import { livingSessions, shownToken } from "../session/list.js";
import { endpoint } from "./endpoint.js";

export const listSessions = endpoint({
  wire: "GET /list-sessions",
  access: "session",
  doc: "The caller's sessions, newest first; `token` names one for revoke-session and opens nothing.",
  input: z.object({}),
  output: z.array(listedSession),
  async handle({ session, ctx }) {
    const sessions = await livingSessions(ctx, session.userId);
    return ok(sessions.map((row) => ({ ...row, token: shownToken(row), isCurrent: row.id === session.id })));
  },
});
