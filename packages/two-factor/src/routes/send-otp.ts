import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { factorOf } from "../factor.js";
import { methodsOf } from "../hooks.js";
import { sendCode } from "../otp.js";
import { done } from "../schemas.js";
import { subjectOf } from "../subject.js";

export const sendOtp = endpoint({
  route: "POST /two-factor/send-otp",
  access: "optional",
  isPersonal: true,
  doc: "Sends a code to the user of the pending sign-in or the session.",
  input: z.object({}),
  output: done,
  errors: ["INVALID_TWO_FACTOR_COOKIE", "OTP_NOT_ENABLED", "TOO_MANY_ATTEMPTS"],
  async handle({ session, caller, ctx }, options) {
    const subject = await subjectOf(ctx, session, caller);
    const user = subject.session?.user ?? (await ctx.db.find(userModel, { id: subject.userId }));
    const factor = await factorOf(ctx, subject.userId);
    const offered = methodsOf(ctx, options, factor, subject.pending?.methods);
    if (!user || !offered.includes("otp")) return ctx.fail(twoFactorErrors.OTP_NOT_ENABLED);
    await sendCode(ctx, options, user, subject);
    return ok({ status: true });
  },
});
