import type { Context, TxContext } from "@keyhold/core/plugin";
import { accept } from "../accept.js";
import { type Completed, complete } from "../complete.js";
import { sendNotice } from "../emails.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { encryptSecret, factorOf, hasTotp, isEnabled, openSecret, setEnabled } from "../factor.js";
import { countCode, noteWrongCode } from "../guesses.js";
import { mayConfirmFirst } from "../hooks.js";
import { type FactorRow, twoFactorModel } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import { matchStep, readSecret } from "../totp.js";
import type { GivenCode, GuessCode } from "./given-code.js";

/** The errors of a code of the authenticator app. */
export const totpErrors = [
  "INVALID_CODE",
  "INVALID_TWO_FACTOR_COOKIE",
  "TOTP_NOT_ENABLED",
  "TOO_MANY_ATTEMPTS",
  "FAILED_TO_CREATE_SESSION",
] as const;

/** A code of the authenticator app. */
interface GivenTotp extends GivenCode {
  /** Whether it may confirm a new app. */
  readonly mayConfirm: boolean;
}

/**
 * Uses a code of the authenticator app.
 *
 * @throws AuthError INVALID_CODE, TOTP_NOT_ENABLED, TOO_MANY_ATTEMPTS
 */
export async function verifyTotpCode(
  ctx: Context<GuessCode | "INVALID_CODE" | "TOTP_NOT_ENABLED">,
  options: TwoFactorOptions,
  { subject, code, trustDevice, revokeOtherSessions, mayConfirm, caller }: GivenTotp,
): Promise<Completed> {
  const { userId } = subject;
  const factor = await factorOf(ctx, userId);
  if (!factor?.secret || !(mayConfirm || hasTotp(factor))) return ctx.fail(twoFactorErrors.TOTP_NOT_ENABLED);
  const opened = await openSecret(ctx, factor);
  const guess = await countCode(ctx, options, { kind: "totp", subject, factor, caller });
  const secret = readSecret(opened?.text ?? "");
  const step = secret && matchStep(secret, code, ctx.now());
  if (step === null) {
    await noteWrongCode(ctx, guess, userId);
    return ctx.fail(twoFactorErrors.INVALID_CODE);
  }
  const again = opened?.isOutdated ? { secret: await encryptSecret(ctx, userId, opened.text) } : {};
  const completed = await accept(ctx, options, {
    subject,
    factor,
    guess,
    methods: ["otp"],
    trustDevice,
    revokeOtherSessions,
    caller,
    async use(ctx, user, now) {
      const present = await factorOf(ctx, userId);
      // Enrolled anew meanwhile, or another caller has used this step or a later one.
      if (!present || (present.lastUsedStep ?? -1) >= step || !(await isSameSecret(ctx, present, factor)))
        return "used";
      const { pending } = subject;
      // An app that is added to another factor is confirmed from a session only.
      if (!present.verified && pending && !(await mayConfirmFirst(ctx, options, user, pending.methods))) return "used";
      const change = { lastUsedStep: step, verified: true, updatedAt: now, ...again };
      const isFirst = !isEnabled(user);
      await ctx.db.update(twoFactorModel, present.id, { ...change, ...(isFirst && { createdAt: now }) }, user);
      if (present.verified) return "counts";
      await setEnabled(ctx, user, true);
      emit(ctx, { type: "two-factor.enabled", userId, method: "totp" });
      await sendNotice(ctx, user, "two-factor.enabled");
      return "confirms";
    },
    finish: complete,
  });
  return completed ?? ctx.fail(twoFactorErrors.INVALID_CODE);
}

/** Also if the secret was encrypted again since: two encryptions of one text are not equal. */
const isSameSecret = async (ctx: TxContext, present: FactorRow, seen: FactorRow): Promise<boolean> =>
  present.secret === seen.secret ||
  (present.secret !== null && (await openSecret(ctx, present))?.text === (await openSecret(ctx, seen))?.text);
