import type { Session } from "@keyhold/core";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { isRecovering } from "@keyhold/core/session";
import { accept } from "../accept.js";
import { type Completed, complete } from "../complete.js";
import { sendNotice } from "../emails.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { factorOf, isEnabled, setEnabled, withoutBegunApp } from "../factor.js";
import { countCode, noteWrongCode } from "../guesses.js";
import { mayConfirmFirst, mayGiveOtp } from "../hooks.js";
import { type LockedUser, twoFactorModel } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import { findCode, takeCode } from "../otp.js";
import { givenBefore } from "../subject.js";
import type { GivenCode, GuessCode } from "./given-code.js";

/** The errors of a sent code. */
export const otpErrors = [
  "INVALID_CODE",
  "INVALID_TWO_FACTOR_COOKIE",
  "OTP_NOT_ENABLED",
  "OTP_HAS_EXPIRED",
  "TOO_MANY_ATTEMPTS",
  "FAILED_TO_CREATE_SESSION",
] as const;

/**
 * Uses a code that was sent to the user.
 *
 * @throws AuthError INVALID_CODE, OTP_NOT_ENABLED, OTP_HAS_EXPIRED, TOO_MANY_ATTEMPTS
 */
export async function verifyOtpCode(
  ctx: Context<GuessCode | "INVALID_CODE" | "OTP_NOT_ENABLED" | "OTP_HAS_EXPIRED">,
  options: TwoFactorOptions,
  { subject, code, trustDevice, revokeOtherSessions, caller }: GivenCode,
): Promise<Completed> {
  const { userId } = subject;
  const factor = await factorOf(ctx, userId);
  const proven = await givenBefore(ctx, subject);
  if (!mayGiveOtp(ctx, options, factor, proven ?? [])) return ctx.fail(twoFactorErrors.OTP_NOT_ENABLED);
  const guess = await countCode(ctx, options, { kind: "otp", subject, factor, caller });
  const found = await findCode(ctx, subject, code);
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
    trustDevice,
    revokeOtherSessions,
    caller,
    async use(ctx, user, now) {
      if (!(await takeCode(ctx, found))) return "used";
      const { session } = subject;
      if (isEnabled(user)) return session && (await isEnrolledIn(ctx, session)) ? "confirms" : "counts";
      const isFirst = proven !== null && (await mayConfirmFirst(ctx, options, user, proven));
      return isFirst && (await confirm(ctx, user, now)) ? "confirms" : "used";
    },
    finish: complete,
  });
  return completed ?? ctx.fail(twoFactorErrors.INVALID_CODE);
}

/** Whether sent codes were enrolled in this session, after a recovery. A code from before the recovery does not confirm them. */
async function isEnrolledIn(ctx: TxContext, session: Session): Promise<boolean> {
  if (!isRecovering(ctx, session)) return false;
  const present = await factorOf(ctx, session.userId);
  return present?.otpEnabled === true && present.createdAt >= session.createdAt;
}

/** Enables sent codes of a user who must enrol; false: the user has chosen an app meanwhile. */
async function confirm(ctx: TxContext, user: LockedUser, now: Date): Promise<boolean> {
  const present = await factorOf(ctx, user.id);
  if (!present?.otpEnabled) return false;
  const change = { ...withoutBegunApp(present), createdAt: now, updatedAt: now };
  await ctx.db.update(twoFactorModel, present.id, change, user);
  await setEnabled(ctx, user, true);
  emit(ctx, { type: "two-factor.enabled", userId: user.id, method: "otp" });
  await sendNotice(ctx, user, "two-factor.enabled");
  return true;
}
