import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { userModel } from "../model/models.js";
import { endSessions, requireLiveSession } from "../session/close.js";
import { endpoint } from "./endpoint.js";

export const revokeOtherSessions = endpoint({
  route: "POST /revoke-other-sessions",
  access: "session",
  isPersonal: true,
  doc: "Ends all sessions of the caller except this one.",
  input: z.object({}),
  output: z.object({ status: z.boolean() }),
  async handle({ session, ctx }) {
    await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
      await requireLiveSession(ctx, session);
      return endSessions(ctx, user, { reason: "revoked", except: session.id });
    });
    return ok({ status: true });
  },
});
