import { z } from "@keyhold/core/schema";
import { accept } from "../accept.js";
import { answerOf, complete } from "../complete.js";
import { sendNotice } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { factorOf, isEnabled, openSecret, setEnabled } from "../factor.js";
import { countCode, noteWrongCode } from "../guesses.js";
import { twoFactorModel } from "../models.js";
import { code, trustDevice, verified } from "../schemas.js";
import { subjectOf } from "../subject.js";
import { matchStep, readSecret } from "../totp.js";

export const verifyTotp = endpoint({
  route: "POST /two-factor/verify-totp",
  access: "optional",
  isPersonal: true,
  doc: "Takes a code of the authenticator app: finishes a sign-in, confirms a new factor, or proves it again in the session.",
  input: z.object({ code, trustDevice }),
  output: verified,
  errors: [
    "INVALID_CODE",
    "INVALID_TWO_FACTOR_COOKIE",
    "TOTP_NOT_ENABLED",
    "TOO_MANY_ATTEMPTS",
    "FAILED_TO_CREATE_SESSION",
  ],
  async handle({ input, session, caller, ctx }, options) {
    const subject = await subjectOf(ctx, session, caller);
    const { userId } = subject;
    const factor = await factorOf(ctx, userId);
    if (!factor?.secret) return ctx.fail(twoFactorErrors.TOTP_NOT_ENABLED);
    const guess = await countCode(ctx, options, { kind: "totp", subject, factor, caller });
    const secret = readSecret((await openSecret(ctx, factor)) ?? "");
    const step = secret && matchStep(secret, input.code, ctx.now());
    if (step === null) {
      await noteWrongCode(ctx, guess, userId);
      return ctx.fail(twoFactorErrors.INVALID_CODE);
    }
    const completed = await accept(ctx, options, {
      subject,
      factor,
      guess,
      methods: ["otp"],
      trustDevice: input.trustDevice,
      caller,
      async use(ctx, user) {
        const present = await factorOf(ctx, userId);
        // Enrolled anew meanwhile, or another caller has used this step or a later one.
        if (present?.secret !== factor.secret || (present.lastUsedStep ?? -1) >= step) return "used";
        // An app that is added to another factor is confirmed from a session only.
        if (!present.verified && subject.pending && isEnabled(user)) return "used";
        const change = { lastUsedStep: step, verified: true, updatedAt: ctx.now() };
        await ctx.db.update(twoFactorModel, present.id, change, user);
        if (present.verified) return "counts";
        await setEnabled(ctx, user, true);
        emit(ctx, { type: "two-factor.enabled", userId, method: "totp" });
        await sendNotice(ctx, user, "two-factor.enabled");
        return "confirms";
      },
      finish: complete,
    });
    return completed ? answerOf(completed) : ctx.fail(twoFactorErrors.INVALID_CODE);
  },
});
