import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { signedOutCookies } from "../session/cache/signed-out.js";
import { endSessions } from "../session/close.js";
import { withLiveUser } from "../session/live-user.js";
import { endpoint } from "./endpoint.js";

export const revokeSessions = endpoint({
  route: "POST /revoke-sessions",
  access: "session",
  isPersonal: true,
  doc: "Ends all sessions of the caller, including this one.",
  input: z.object({}),
  output: z.object({ status: z.boolean() }),
  async handle({ session, caller, ctx }) {
    await withLiveUser(ctx, session, (ctx, user) => endSessions(ctx, user, { reason: "revoked" }));
    return ok({ status: true }, signedOutCookies(ctx, session, caller));
  },
});
