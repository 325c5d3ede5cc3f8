import type { Session, User } from "@keyhold/core";
import { confirmPassword, findCredential, type VerifiedPassword, whileVerified } from "@keyhold/core/passwords";
import { type Caller, type Context, ok, type TxContext, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { checkStepUp, factorsAsked, isRecovering } from "@keyhold/core/session";
import { sendNotice } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import {
  encryptSecret,
  endOthers,
  factorOf,
  hasTotp,
  type IssuedCodes,
  isEnabled,
  isOtpConfigured,
  issueBackupCodes,
  replaceBackupCodes,
  setEnabled,
  withoutBegunApp,
} from "../factor.js";
import { factorBrowserCookies } from "../factor-browser.js";
import { hasOtherFactor, isSameMailbox, mustEnrolNow } from "../hooks.js";
import { type LockedUser, twoFactorModel } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import { checkPassword, recentSeconds, requireRecentFactor } from "../recent-factor.js";
import { password, revokeOtherSessions } from "../schemas.js";
import { givenBefore, requireLivePending, type Subject, subjectOf } from "../subject.js";
import { newSecret, totpURI } from "../totp.js";

export const enable = endpoint({
  route: "POST /two-factor/enable",
  access: "optional",
  isPersonal: true,
  doc: "Begins to enrol an authenticator app, which a code confirms; or switches emailed codes on, in a pending sign-in with the first right code. Answers ten backup codes, shown once.",
  input: z.object({
    password,
    method: z.enum(["totp", "otp"]).default("totp"),
    issuer: z.string().min(1).max(128).optional(),
    // Of sent codes. An app ends them when its first code confirms it.
    revokeOtherSessions,
  }),
  output: z.union([
    z.object({ method: z.literal("totp"), totpURI: z.string(), backupCodes: z.array(z.string()) }),
    // `never`: an app may read the field before it knows the method.
    z.object({ method: z.literal("otp"), totpURI: z.never().optional(), backupCodes: z.array(z.string()) }),
  ]),
  errors: [
    "INVALID_TWO_FACTOR_COOKIE",
    "INVALID_PASSWORD",
    "CREDENTIAL_ACCOUNT_NOT_FOUND",
    "TOTP_ALREADY_ENABLED",
    "OTP_NOT_CONFIGURED",
    "OTP_NOT_ENABLED",
    "EMAIL_NOT_VERIFIED",
  ],
  limit: { windowSeconds: 60, max: 10 },
  hashes: true,
  async handle({ input, session, caller, ctx }, options) {
    const subject = await subjectOf(ctx, session, caller);
    const user = await userOf(ctx, subject);
    await checkState(ctx, options, { subject, user, method: input.method, caller });
    const checked = subject.session && (await checkOwner(ctx, subject.session, input.password, caller));
    const codes = await issueBackupCodes();
    const secret = newSecret();
    const encrypted = input.method === "totp" ? await encryptSecret(ctx, user.id, secret) : null;
    const isProvenLater = (await givenBefore(ctx, subject)) !== null;
    const recovering = subject.session !== null && isRecovering(ctx, subject.session);
    const enrol = async (
      ctx: TxContext<"TOTP_ALREADY_ENABLED" | "INVALID_TWO_FACTOR_COOKIE">,
      user: LockedUser,
    ): Promise<readonly string[]> => {
      const { pending } = subject;
      if (pending) await requireLivePending(ctx, user, pending);
      if (pending && (isEnabled(user) || (await hasOtherFactor(ctx, user, pending.methods))))
        return ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
      const written = { encrypted, codes, isRecovering: recovering, isProvenLater };
      const createdAt = await write(ctx, user, written);
      if (encrypted !== null || isProvenLater || !subject.session) return [];
      if (!isEnabled(user)) await confirmPassword(ctx, user, subject.session);
      await endOthers(ctx, user, {
        except: subject.session.id,
        revokeOtherSessions: input.revokeOtherSessions,
      });
      return factorBrowserCookies(ctx, caller, { userId: user.id, createdAt });
    };
    const cookies = checked
      ? await whileVerified(ctx, checked, enrol)
      : await ctx.transactionOn(userModel, user.id, enrol);
    if (!cookies) return ctx.fail(twoFactorErrors.INVALID_PASSWORD);
    const backupCodes = codes.shown;
    if (input.method === "otp") return ok({ method: "otp", backupCodes }, cookies);
    const issuer = input.issuer ?? options.issuer ?? ctx.settings.appName;
    return ok({ method: "totp", totpURI: totpURI(secret, { issuer, account: user.email }), backupCodes });
  },
});

async function userOf(ctx: Context<"INVALID_TWO_FACTOR_COOKIE">, { session, userId }: Subject): Promise<User> {
  const user = session?.user ?? (await ctx.db.find(userModel, { id: userId }));
  return user ?? ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
}

interface Enrolment {
  readonly subject: Subject;
  readonly user: User;
  readonly method: "totp" | "otp";
  readonly caller: Caller;
}

/** Whether the user may enrol this method now. In a pending sign-in only a required first factor is enrolled. */
async function checkState(
  ctx: Context<
    | "INVALID_TWO_FACTOR_COOKIE"
    | "TOTP_ALREADY_ENABLED"
    | "OTP_NOT_CONFIGURED"
    | "OTP_NOT_ENABLED"
    | "EMAIL_NOT_VERIFIED"
  >,
  options: TwoFactorOptions,
  { subject, user, method, caller }: Enrolment,
): Promise<void> {
  const { session } = subject;
  const mayEnrolNow = session !== null || (!isEnabled(user) && (await mustEnrolNow(ctx, options, user)));
  if (!mayEnrolNow) ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
  if (method === "otp" && !isOtpConfigured(ctx, options)) ctx.fail(twoFactorErrors.OTP_NOT_CONFIGURED);
  if (method === "otp" && options.otp === true && !user.emailVerified) ctx.fail(twoFactorErrors.EMAIL_NOT_VERIFIED);
  // A code to the same mailbox would not finish this sign-in.
  const proven = await givenBefore(ctx, subject);
  if (method === "otp" && proven && isSameMailbox(options, proven)) ctx.fail(twoFactorErrors.OTP_NOT_ENABLED);
  if (!session) return;
  if (!isEnabled(user)) return checkOtherFactor(ctx, session, caller);
  const factor = await factorOf(ctx, user.id);
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

async function checkOwner(
  ctx: Context<"INVALID_PASSWORD" | "CREDENTIAL_ACCOUNT_NOT_FOUND">,
  session: Session,
  given: string | undefined,
  caller: Caller,
): Promise<VerifiedPassword | null> {
  const hasPassword = (await findCredential(ctx, session.userId)) !== null;
  return checkPassword(ctx, session, { password: given ?? "", hasPassword, caller });
}

interface Written {
  /** The encrypted secret of an authenticator app; null: emailed codes. */
  readonly encrypted: string | null;
  readonly codes: IssuedCodes;
  readonly isRecovering: boolean;
  /** In a pending sign-in, and in a session that is restricted until then, the first right code enables emailed codes. */
  readonly isProvenLater: boolean;
}

/** Of many callers at once the last one's secret is the one that can be confirmed. Answers when the factors were enrolled. */
async function write(
  ctx: TxContext<"TOTP_ALREADY_ENABLED">,
  user: LockedUser,
  { encrypted, codes, isRecovering, isProvenLater }: Written,
): Promise<Date> {
  const now = ctx.now();
  // After a recovery the app may be lost, and sent codes take its place.
  if (encrypted === null && isRecovering) await ctx.db.remove(twoFactorModel, { userId: user.id }, user);
  const present = await factorOf(ctx, user.id);
  if (encrypted !== null && hasTotp(present) && !isRecovering) ctx.fail(twoFactorErrors.TOTP_ALREADY_ENABLED);
  const createdAt = present && isEnabled(user) ? present.createdAt : now;
  const change =
    encrypted === null
      ? {
          ...(present && !isProvenLater && withoutBegunApp(present)),
          otpEnabled: true,
          updatedAt: now,
          createdAt,
        }
      : {
          secret: encrypted,
          verified: false,
          lastUsedStep: null,
          updatedAt: now,
          // Sent codes that the user has never confirmed.
          ...(isEnabled(user) ? {} : { otpEnabled: false }),
        };
  if (present) await ctx.db.update(twoFactorModel, present.id, change, user);
  else
    await ctx.db.insert(twoFactorModel, { ...change, userId: user.id, createdAt }, user, {
      onConflict() {
        throw new Error("A user without factors had some already.");
      },
    });
  await replaceBackupCodes(ctx, user, codes);
  if (encrypted !== null || isProvenLater) return createdAt;
  await setEnabled(ctx, user, true);
  emit(ctx, { type: "two-factor.enabled", userId: user.id, method: "otp" });
  await sendNotice(ctx, user, "two-factor.enabled");
  return createdAt;
}
