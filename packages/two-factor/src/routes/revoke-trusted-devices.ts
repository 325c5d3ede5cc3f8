import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endTrusted } from "../browser/trusted-device.js";
import { endpoint } from "../endpoint.js";
import { done } from "../schemas.js";

export const revokeTrustedDevices = endpoint({
  route: "POST /two-factor/revoke-trusted-devices",
  access: "session",
  isPersonal: true,
  doc: "Ends the trust in every browser of the caller.",
  input: z.object({}),
  output: done,
  async handle({ session, ctx }) {
    await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
      await endTrusted(ctx, user);
    });
    return ok({ status: true });
  },
});
