import type { Session, User } from "@keyhold/core";
import { findCredential, type VerifiedPassword } from "@keyhold/core/passwords";
import { type Caller, type Context, type TxContext, userModel } from "@keyhold/core/plugin";
import { checkStepUp, factorsAsked, isRecovering, requireLiveSession } from "@keyhold/core/session";
import { twoFactorErrors } from "../errors.js";
import type { EnrolledKind } from "../factor/enrolled-at.js";
import { factorOf, hasTotp, isEnabled, isOtpConfigured } from "../factor/factor.js";
import { isSameChannel } from "../factor/offered.js";
import type { LockedUser } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import { checkPassword, recentSeconds, requireRecentFactor } from "../proof/recent-factor.js";
import { givenBefore, requireLivePending, type Subject } from "../proof/subject.js";
import { hasOtherFactor, mustEnrolNow } from "./required.js";

type GateCode =
  | "INVALID_TWO_FACTOR_COOKIE"
  | "TOTP_ALREADY_ENABLED"
  | "OTP_NOT_CONFIGURED"
  | "OTP_NOT_ENABLED"
  | "EMAIL_NOT_VERIFIED";

/** A wish to enrol a factor. */
export interface Wish {
  readonly subject: Subject;
  readonly method: EnrolledKind;
  readonly password?: string | undefined;
  readonly caller: Caller;
}

/** A user who may enrol a factor. */
export interface Admitted {
  readonly user: User;
  /** Null: a pending sign-in, or a fresh session of a user without a password. */
  readonly verified: VerifiedPassword | null;
  /** In a pending sign-in, and in a session that is restricted until then, the first right code enables sent codes. */
  readonly isProvenLater: boolean;
}

/** Fails unless the user may enrol this factor now. In a pending sign-in only a required first factor is enrolled. */
export async function admit(
  ctx: Context<GateCode | "INVALID_PASSWORD" | "CREDENTIAL_ACCOUNT_NOT_FOUND">,
  options: TwoFactorOptions,
  { subject, method, password, caller }: Wish,
): Promise<Admitted> {
  const { session, userId } = subject;
  const user = session?.user ?? (await ctx.db.find(userModel, { id: userId }));
  if (!user || !(session || (!isEnabled(user) && (await mustEnrolNow(ctx, options, user)))))
    return ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
  const given = await givenBefore(ctx, subject);
  if (method === "otp") {
    if (!isOtpConfigured(ctx, options)) ctx.fail(twoFactorErrors.OTP_NOT_CONFIGURED);
    if (options.otp === true && !user.emailVerified) ctx.fail(twoFactorErrors.EMAIL_NOT_VERIFIED);
    // A code to the same mailbox would not finish this sign-in.
    if (given && isSameChannel(options, given)) ctx.fail(twoFactorErrors.OTP_NOT_ENABLED);
  }
  if (!session) return { user, verified: null, isProvenLater: true };
  await (isEnabled(user) ? checkOwnFactor(ctx, session, method) : checkOtherFactor(ctx, session, caller));
  const hasPassword = (await findCredential(ctx, session.userId)) !== null;
  const verified = await checkPassword(ctx, session, { password: password ?? "", hasPassword, caller });
  return { user, verified, isProvenLater: given !== null };
}

/** A user with a factor gives it before the change. */
async function checkOwnFactor(
  ctx: Context<"TOTP_ALREADY_ENABLED">,
  session: Session,
  method: EnrolledKind,
): Promise<void> {
  const factor = await factorOf(ctx, session.userId);
  if (method === "totp" && hasTotp(factor) && !isRecovering(ctx, session))
    ctx.fail(twoFactorErrors.TOTP_ALREADY_ENABLED);
  await requireRecentFactor(ctx, session);
}

/** If sign-ins ask a user for a factor of another plugin, e.g. a passkey, the user gives that factor first. */
async function checkOtherFactor(ctx: Context, session: Session, caller: Caller): Promise<void> {
  if (!isRecovering(ctx, session))
    await checkStepUp(ctx, session, { maxAgeSeconds: recentSeconds, factors: "enrolled", hasPassword: true });
  const asks = await factorsAsked(ctx, session.user, caller);
  if (asks.some(({ methods }) => !methods.includes("enroll"))) await requireRecentFactor(ctx, session);
}

/** The same under the lock of the user: a pending sign-in may have ended, or the user may have a factor meanwhile. */
export async function checkStillAdmitted(
  ctx: TxContext<"INVALID_TWO_FACTOR_COOKIE">,
  user: LockedUser,
  { pending, session }: Subject,
): Promise<void> {
  if (session) await requireLiveSession(ctx, session);
  if (!pending) return;
  await requireLivePending(ctx, user, pending);
  if (isEnabled(user) || (await hasOtherFactor(ctx, user, pending.methods)))
    ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
}
