import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { endSessions } from "../session/close.js";
import { withLiveUser } from "../session/live-user.js";
import { endpoint } from "./endpoint.js";

export const revokeOtherSessions = endpoint({
  route: "POST /revoke-other-sessions",
  access: "session",
  isPersonal: true,
  doc: "Ends all sessions of the caller except this one.",
  input: z.object({}),
  output: z.object({ status: z.boolean() }),
  async handle({ session, ctx }) {
    await withLiveUser(ctx, session, (ctx, user) => endSessions(ctx, user, { reason: "revoked", except: session.id }));
    return ok({ status: true });
  },
});
