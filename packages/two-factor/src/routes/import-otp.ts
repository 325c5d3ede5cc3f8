import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { importFactor } from "../enrol/import-factor.js";
import { twoFactorErrors } from "../errors.js";
import { isOtpConfigured } from "../factor/factor.js";

export const importOtp = endpoint({
  route: "POST /import-otp",
  access: "public",
  isServerOnly: true,
  doc: "Sends codes to a user from now on who got codes in another system; answers ten backup codes.",
  input: z.object({ userId: z.string() }),
  output: z.object({ backupCodes: z.array(z.string()) }),
  errors: ["OTP_NOT_CONFIGURED", "USER_NOT_FOUND"],
  async handle({ input: { userId }, ctx }, options) {
    if (!isOtpConfigured(ctx, options)) return ctx.fail(twoFactorErrors.OTP_NOT_CONFIGURED);
    return ok({ backupCodes: await importFactor(ctx, userId, { otpEnabled: true }) });
  },
});
