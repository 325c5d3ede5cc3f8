import type { Session, User } from "@keyhold/core";
import {
  after,
  type Context,
  type HookContext,
  type Hooks,
  type PluginHooks,
  type ReadingContext,
} from "@keyhold/core/plugin";
import { hasNoProof, proofOf } from "@keyhold/core/session";
import { forgetAddresses, forgetLaterAddresses, keepAddress } from "../address/previous-address.js";
import { endTrusted, findTrusted, renewTrusted } from "../browser/trusted-device.js";
import { sendNotice } from "../emails.js";
import { hasOtherFactor, mustEnrol, mustEnrolNow } from "../enrol/required.js";
import { emit } from "../events.js";
import { type EnrolledKind, enrolledAt, forgetEnrolments } from "../factor/enrolled-at.js";
import {
  factorOf,
  hasOtp,
  hasTotp,
  isEnabled,
  isOtpConfigured,
  removeFactors,
  withoutBegunApp,
} from "../factor/factor.js";
import { offeredTo } from "../factor/offered.js";
import { backupCodeModel, type LockedUser, twoFactorModel } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import { givenBefore, inSession } from "../proof/subject.js";
import { recovered, resets } from "../recovery/marks.js";
import { findRecovery, removeRecovery, stopRecovery } from "../recovery/recovery.js";
import { remind } from "../recovery/reminder.js";

/** Resets the factors of this plugin. */
const resetOwn: Hooks["factors.reset"] = async (user, ctx) => {
  await removeFactors(ctx, user as LockedUser);
  await resets.put(ctx, user.id, "");
  await recovered.end(ctx, user.id);
  emit(ctx, { type: "two-factor.reset", userId: user.id });
  await sendNotice(ctx, user, "two-factor.reset");
};

/** Resets the factors of other plugins, e.g. a passkey that is asked for. */
export async function resetOtherFactors(ctx: HookContext, user: User): Promise<void> {
  for (const hook of ctx.hooks("factors.reset")) if (hook !== resetOwn) await hook(user, ctx);
}

/** The hooks of this plugin. */
export const rulesOf = (options: TwoFactorOptions): PluginHooks => ({
  "public-options": (ctx: Pick<Context, "settings">) => {
    const methods = isOtpConfigured(ctx, options) ? ["totp", "otp"] : ["totp"];
    const { trustDeviceSeconds, recovery } = options;
    return { twoFactor: { methods, trustDeviceSeconds, recovery: recovery !== false } };
  },
  async "session.ask"({ user, methods, caller }, ctx) {
    if (methods.includes("mfa")) {
      // A right code opens them by itself.
      if (isEnabled(user) && (methods.includes("hwk") || methods.includes("swk"))) await openClosed(ctx, user);
      return null;
    }
    const { page } = options;
    if (!isEnabled(user)) {
      if (!(await mustEnrolNow(ctx, options, user, methods))) return null;
      return { methods: (await hasOtherFactor(ctx, user, methods)) ? [] : ["enroll"], page };
    }
    const locked = user as LockedUser;
    const device = await findTrusted(ctx, caller, user.id);
    if (device)
      return { cookies: await renewTrusted(ctx, locked, device, { caller, seconds: options.trustDeviceSeconds }) };
    const running = options.recovery ? await findRecovery(ctx, user.id) : null;
    const asked = { methods: await offeredTo(ctx, options, user, methods), page };
    return running ? { ...asked, recoveryEndsAt: running.endsAt } : asked;
  },
  "session.restricted": async (session, ctx) => isUnenrolled(ctx, options, session) || (await isUnasked(ctx, session)),
  "step-up.factors": (user, ctx, beside) => countFactors(ctx, user, beside),
  async "step-up.methods"({ session }, ctx) {
    if (!isEnabled(session.user)) return [];
    return offeredTo(ctx, options, session.user, (await givenBefore(ctx, inSession(session))) ?? []);
  },
  "factor.given": (user, ctx) => stopRecovery(ctx, options, user.id),
  ...(options.recovery && { sweep: remind }),
  "factors.reset": resetOwn,
  "account.claim": (user, ctx, keepsFactors) => (keepsFactors ? undefined : removeClaimed(ctx, user)),
  // As at the sign-up of a guest: another client may have made the guest, and planted the session in this browser.
  "sign-in.way-added": (user, ctx) =>
    Reflect.get(user, "isAnonymous") === true ? removeClaimed(ctx, user) : undefined,
  async "email.change"({ user }, ctx) {
    await keepAddress(ctx, user);
  },
  async "email.undo"({ user, since, keepsFactors }, ctx) {
    if (keepsFactors) return;
    await removeLater(ctx, user, since);
    await forgetLaterAddresses(ctx, user.id, since);
  },
  "phone-number.needed": (user: User, ctx: HookContext) => hasTextsAlone(ctx, options, user),
  "phone-number.disowned": ({ user, since }: Disowned, ctx: HookContext) => removeTexts(ctx, options, user, since),
  async "user.delete"({ id }, ctx) {
    await forgetAddresses(ctx, id);
    await removeRecovery(ctx, id);
    for (const mark of [resets, recovered]) await mark.end(ctx, id);
    await forgetEnrolments(ctx, id);
  },
  async "trust.end"(user, ctx) {
    await endTrusted(ctx, user as LockedUser);
    await stopRecovery(ctx, options, user.id);
  },
});

/** The enrolling client has not verified the address: else an attacker locks the owner of the address out for good. */
async function removeClaimed(ctx: HookContext, user: User): Promise<void> {
  await removeFactors(ctx, user as LockedUser);
  await recovered.end(ctx, user.id);
  if (!isEnabled(user)) return;
  emit(ctx, { type: "two-factor.disabled", userId: user.id });
  await sendNotice(ctx, user, "two-factor.disabled");
}

/** 2 for a user with a factor. `beside` "mail": emailed codes alone do not count. */
async function countFactors(ctx: Parameters<typeof factorOf>[0], user: User, beside?: "mail"): Promise<1 | 2> {
  if (!isEnabled(user)) return 1;
  return beside === undefined || hasTotp(await factorOf(ctx, user.id)) ? 2 : 1;
}

/** Whether the only factor of a user is codes by text message: they may go to the number that the user removes. */
async function hasTextsAlone(ctx: HookContext, options: TwoFactorOptions, user: User): Promise<boolean> {
  const factor = isEnabled(user) && options.otp !== true ? await factorOf(ctx, user.id) : null;
  return hasOtp(ctx, options, factor) && !hasTotp(factor);
}

interface Disowned {
  readonly user: User;
  readonly since: Date;
}

/** Removes codes by text message that were enrolled since a date: no phone gets them any more. */
async function removeTexts(ctx: HookContext, options: TwoFactorOptions, user: User, since: Date): Promise<void> {
  if (await hasTextsAlone(ctx, options, user)) await removeLater(ctx, user, since);
}

/** Removes the factors of a locked user that were enrolled since a date, and the backup codes. */
async function removeLater(ctx: HookContext, user: User, since: Date): Promise<void> {
  const locked = user as LockedUser;
  const factor = await factorOf(ctx, user.id);
  const isEarlier = async (kind: EnrolledKind) => factor !== null && (await enrolledAt(ctx, factor, kind)) < since;
  const keepsApp = hasTotp(factor) && (await isEarlier("totp"));
  const otpEnabled = factor?.otpEnabled === true && (await isEarlier("otp"));
  if (factor && !keepsApp && !otpEnabled) {
    await removeFactors(ctx, locked);
    emit(ctx, { type: "two-factor.disabled", userId: user.id });
    return;
  }
  const withoutApp = keepsApp ? {} : withoutBegunApp({ verified: false });
  const kept = { ...withoutApp, verified: keepsApp, otpEnabled, updatedAt: ctx.now() };
  if (factor) await ctx.db.update(twoFactorModel, factor.id, kept, locked);
  const createdAt = after(new Date(since.getTime() - 1));
  await ctx.db.remove(backupCodeModel, { userId: user.id, createdAt }, locked);
}

/** Opens the kinds of codes that are closed: another factor has confirmed the locked user. */
async function openClosed(ctx: HookContext, user: User): Promise<void> {
  const factor = await factorOf(ctx, user.id);
  if (factor?.closed)
    await ctx.db.update(twoFactorModel, factor.id, { closed: null, updatedAt: ctx.now() }, user as LockedUser);
}

/**
 * Whether the user of a session must enrol a factor before the session is used further: `require` applies since the sign-in,
 * e.g. after a promotion. In a session that knows a second factor, the user has given another factor, e.g. a passkey.
 */
const isUnenrolled = (ctx: ReadingContext, options: TwoFactorOptions, session: Session): boolean =>
  !isEnabled(session.user) &&
  (proofOf(ctx, session)?.factorTime ?? null) === null &&
  mustEnrol(options, session.user, ctx.now());

/**
 * Whether another server over this database, e.g. the previous library, has opened the session since the user enrolled
 * the factors here, so that these factors were not asked for. A row is read only for such a session. An earlier session
 * that still is open was kept by the user at the enrolment.
 */
async function isUnasked(ctx: ReadingContext, session: Session): Promise<boolean> {
  if (!isEnabled(session.user) || !hasNoProof(session)) return false;
  const factor = await factorOf(ctx, session.userId);
  return factor !== null && session.createdAt > factor.createdAt;
}
