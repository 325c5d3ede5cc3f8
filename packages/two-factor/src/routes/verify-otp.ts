import { z } from "@keyhold/core/schema";
import { accept } from "../accept.js";
import { answerOf, complete } from "../complete.js";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { factorOf } from "../factor.js";
import { countCode, noteWrongCode } from "../guesses.js";
import { methodsOf } from "../hooks.js";
import { findCode, takeCode } from "../otp.js";
import { code, trustDevice, verified } from "../schemas.js";
import { subjectOf } from "../subject.js";

export const verifyOtp = endpoint({
  route: "POST /two-factor/verify-otp",
  access: "optional",
  isPersonal: true,
  doc: "Takes the code that `send-otp` has sent: finishes a sign-in, or proves the factor again in the session.",
  input: z.object({ code, trustDevice }),
  output: verified,
  errors: [
    "INVALID_CODE",
    "INVALID_TWO_FACTOR_COOKIE",
    "OTP_NOT_ENABLED",
    "OTP_HAS_EXPIRED",
    "TOO_MANY_ATTEMPTS",
    "FAILED_TO_CREATE_SESSION",
  ],
  async handle({ input, session, caller, ctx }, options) {
    const subject = await subjectOf(ctx, session, caller);
    const { userId } = subject;
    const factor = await factorOf(ctx, userId);
    if (!methodsOf(ctx, options, factor, subject.pending?.methods).includes("otp"))
      return ctx.fail(twoFactorErrors.OTP_NOT_ENABLED);
    const guess = await countCode(ctx, options, { kind: "otp", subject, factor, caller });
    const found = await findCode(ctx, subject, input.code);
    if (found === "expired") return ctx.fail(twoFactorErrors.OTP_HAS_EXPIRED);
    if (found === "wrong") {
      await noteWrongCode(ctx, guess, userId);
      return ctx.fail(twoFactorErrors.INVALID_CODE);
    }
    const completed = await accept(ctx, options, {
      subject,
      factor,
      guess,
      methods: [typeof options.otp === "object" ? "sms" : "otp"],
      trustDevice: input.trustDevice,
      caller,
      use: async (ctx) => ((await takeCode(ctx, found)) ? "counts" : "used"),
      finish: complete,
    });
    return completed ? answerOf(completed) : ctx.fail(twoFactorErrors.INVALID_CODE);
  },
});
