import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { knownBrowserCookies } from "@keyhold/core/session";
import { resetPassword } from "../account/reset.js";
import { failCode, requireCode } from "../code/give.js";
import { endpoint } from "../endpoint.js";
import { phoneNumberErrors } from "../errors.js";
import { parseNumber } from "../number/parse.js";
import { challenge, code, numberInput } from "./schemas.js";

export const resetPasswordByPhone = endpoint({
  route: "POST /phone-number/reset-password",
  access: "public",
  doc: "Sets a new password by a code to a phone number, and ends every session.",
  input: z.object({ ...numberInput, otp: code, newPassword: z.string(), challenge }),
  output: z.object({ status: z.boolean() }),
  errors: [
    "INVALID_PHONE_NUMBER",
    "INVALID_OTP",
    "PHONE_NUMBER_IN_DOUBT",
    "TOO_MANY_ATTEMPTS",
    "RESET_PASSWORD_ISNT_ENABLED",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
  ],
  limit: { windowSeconds: 60, max: 10 },
  hashes: true,
  async handle({ input: { phoneNumber, country, otp, newPassword, challenge }, caller, ctx }, options) {
    if (!ctx.settings.emailAndPassword.enabled) return ctx.fail(phoneNumberErrors.RESET_PASSWORD_ISNT_ENABLED);
    const { number } = parseNumber(phoneNumber, country) ?? ctx.fail(phoneNumberErrors.INVALID_PHONE_NUMBER);
    const given = { type: "reset-password", number, code: otp, challenge, caller } as const;
    const { value, consume } = await requireCode(ctx, options, given);
    const fail = (): never => failCode(ctx);
    const userId = value.userId ?? fail();
    await resetPassword(ctx, { number, userId, newPassword, consume, fail, caller, options });
    return ok({ status: true }, knownBrowserCookies(ctx, caller, userId));
  },
});
