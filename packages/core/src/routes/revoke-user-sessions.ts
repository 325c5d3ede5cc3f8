import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { userModel } from "../model/models.js";
import { endSessions } from "../session/close.js";
import { endpoint } from "./endpoint.js";

export const revokeUserSessions = endpoint({
  route: "POST /revoke-user-sessions",
  access: "public",
  doc: "Ends every session of a user.",
  input: z.object({ userId: z.string() }),
  output: z.object({ revoked: z.number() }),
  isServerOnly: true,
  async handle({ input, ctx }) {
    const revoked = await ctx.transactionOn(userModel, input.userId, (ctx, user) =>
      endSessions(ctx, user, { reason: "revoked by operator" }),
    );
    return ok({ revoked: revoked ?? 0 });
  },
});
