import type { Session } from "@keyhold/core";
import { type AuthMethod, type TxContext, userModel } from "@keyhold/core/plugin";
import { isRecovering } from "@keyhold/core/session";
import { findCode, takeCode } from "../codes/sent-code.js";
import { mayConfirmFirst } from "../enrol/required.js";
import { twoFactorErrors } from "../errors.js";
import { factorOf, isEnabled, withoutBegunApp } from "../factor/factor.js";
import { mayGiveOtp } from "../factor/offered.js";
import { type LockedUser, twoFactorModel } from "../models.js";
import { givenBefore } from "../proof/subject.js";
import type { Factor } from "./give-code.js";

/** The errors of a sent code. */
export const otpErrors = [
  "INVALID_CODE",
  "INVALID_TWO_FACTOR_COOKIE",
  "OTP_NOT_ENABLED",
  "OTP_HAS_EXPIRED",
  "TOO_MANY_ATTEMPTS",
  "FAILED_TO_CREATE_SESSION",
] as const;

/** What the user has proven before the first factor; null: the code confirms none. */
interface Proven {
  readonly proven: readonly AuthMethod[] | null;
}

/** A code that was sent to the user. */
export const sentCode: Factor<
  Proven,
  Proven & { readonly fingerprint: string },
  "OTP_NOT_ENABLED" | "OTP_HAS_EXPIRED" | "INVALID_CODE"
> = {
  kind: "otp",
  wrong: twoFactorErrors.INVALID_CODE,
  async find(ctx, { subject, factor, options }) {
    const proven = await givenBefore(ctx, subject);
    const user = subject.session?.user ?? (await ctx.db.find(userModel, { id: subject.userId }));
    if (!user || !(await mayGiveOtp(ctx, options, user, { factor, given: proven ?? [] })))
      return ctx.fail(twoFactorErrors.OTP_NOT_ENABLED);
    return { proven };
  },
  async match(ctx, { subject, code }, { proven }) {
    const found = await findCode(ctx, subject, code);
    if (found === "expired") return ctx.fail(twoFactorErrors.OTP_HAS_EXPIRED);
    return found === "wrong" ? null : { ...found, proven };
  },
  methods: (_, { options }) => [typeof options.otp === "object" ? "sms" : "otp"],
  async consume(ctx, user, { subject, options, now }, { proven, fingerprint }) {
    if (!(await takeCode(ctx, subject, fingerprint))) return null;
    const { session } = subject;
    if (isEnabled(user)) return { effect: session && (await isEnrolledIn(ctx, session)) ? "confirms" : "none" };
    const isFirst = proven !== null && (await mayConfirmFirst(ctx, options, user, proven));
    return isFirst && (await confirm(ctx, user, now)) ? { effect: { enables: "otp" } } : null;
  },
};

/** Whether sent codes were enrolled in this session, after a recovery. A code from before the recovery does not confirm them. */
async function isEnrolledIn(ctx: TxContext, session: Session): Promise<boolean> {
  if (!isRecovering(ctx, session)) return false;
  const present = await factorOf(ctx, session.userId);
  return present?.otpEnabled === true && present.createdAt >= session.createdAt;
}

/** Confirms the sent codes of a user who must enrol; false: the user has chosen an app meanwhile. */
async function confirm(ctx: TxContext, user: LockedUser, now: Date): Promise<boolean> {
  const present = await factorOf(ctx, user.id);
  if (!present?.otpEnabled) return false;
  const change = { ...withoutBegunApp(present), createdAt: now, updatedAt: now };
  await ctx.db.update(twoFactorModel, present.id, change, user);
  return true;
}
