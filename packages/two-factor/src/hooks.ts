import type { Session, User } from "@keyhold/core";
import {
  type AuthMethod,
  after,
  type Context,
  type HookContext,
  type Hooks,
  type ReadingContext,
} from "@keyhold/core/plugin";
import { hasNoProof, proofOf } from "@keyhold/core/session";
import { sendNotice } from "./emails.js";
import { emit } from "./events.js";
import { factorOf, hasOtp, hasTotp, isEnabled, removeFactors } from "./factor.js";
import { backupCodeModel, type FactorRow, type LockedUser, twoFactorModel } from "./models.js";
import type { TwoFactorOptions, UserRow } from "./options.js";
import { forgetAddresses, keepAddress } from "./previous-address.js";
import { forgetRecovered, isRecovered } from "./recovered.js";
import { findRecovery, removeRecovery, stopRecovery } from "./recovery.js";
import { remind } from "./reminder.js";
import { forgetReset, isReset, noteReset } from "./reset.js";
import { givenBefore, inSession } from "./subject.js";
import { endTrusted, findTrusted, renewTrusted } from "./trusted-device.js";

/** Resets the factors of this plugin. */
const resetOwn: Hooks["factors.reset"] = async (user, ctx) => {
  await removeFactors(ctx, user as LockedUser);
  await noteReset(ctx, user.id);
  await forgetRecovered(ctx, user.id);
  emit(ctx, { type: "two-factor.reset", userId: user.id });
  await sendNotice(ctx, user, "two-factor.reset");
};

/** Resets the factors of other plugins, e.g. a passkey that is asked for. */
export async function resetOtherFactors(ctx: HookContext, user: User): Promise<void> {
  for (const hook of ctx.hooks("factors.reset")) if (hook !== resetOwn) await hook(user, ctx);
}

/** The hooks of this plugin. */
export const rulesOf = (options: TwoFactorOptions): Partial<Hooks> => ({
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
  "step-up.factors": (user) => (isEnabled(user) ? 2 : 1),
  async "step-up.methods"({ session }, ctx) {
    if (!isEnabled(session.user)) return [];
    return offeredTo(ctx, options, session.user, (await givenBefore(ctx, inSession(session))) ?? []);
  },
  "factor.given": (user, ctx) => stopRecovery(ctx, options, user.id),
  ...(options.recovery && { sweep: remind }),
  "factors.reset": resetOwn,
  // The enrolling client has not verified the address: else an attacker locks the owner of the address out for good.
  async "account.claim"(user, ctx) {
    await removeFactors(ctx, user as LockedUser);
    await forgetRecovered(ctx, user.id);
    if (!isEnabled(user)) return;
    emit(ctx, { type: "two-factor.disabled", userId: user.id });
    await sendNotice(ctx, user, "two-factor.disabled");
  },
  async "email.change"({ user }, ctx) {
    await keepAddress(ctx, user);
  },
  async "email.undo"({ user, since }, ctx) {
    await removeLater(ctx, user, since);
  },
  async "user.delete"({ id }, ctx) {
    await forgetAddresses(ctx, id);
    await removeRecovery(ctx, id);
    await forgetReset(ctx, id);
    await forgetRecovered(ctx, id);
  },
  async "trust.end"(user, ctx) {
    await endTrusted(ctx, user as LockedUser);
    await stopRecovery(ctx, options, user.id);
  },
});

/** Removes the factors of a locked user that were enrolled since a date, and the backup codes. */
async function removeLater(ctx: HookContext, user: User, since: Date): Promise<void> {
  const locked = user as LockedUser;
  const factor = await factorOf(ctx, user.id);
  if (factor && factor.createdAt >= since) {
    await removeFactors(ctx, locked);
    emit(ctx, { type: "two-factor.disabled", userId: user.id });
  } else {
    const createdAt = after(new Date(since.getTime() - 1));
    await ctx.db.remove(backupCodeModel, { userId: user.id, createdAt }, locked);
  }
}

/** Opens the kinds of codes that are closed: another factor has confirmed the locked user. */
async function openClosed(ctx: HookContext, user: User): Promise<void> {
  const factor = await factorOf(ctx, user.id);
  if (factor?.closed)
    await ctx.db.update(twoFactorModel, factor.id, { closed: null, updatedAt: ctx.now() }, user as LockedUser);
}

/** Whether the code goes to the mailbox that the user has given already: no second factor (SP 800-63B-4, 3.1.3.1). */
export const isSameMailbox = ({ otp }: TwoFactorOptions, given: readonly AuthMethod[]): boolean =>
  otp === true && given.includes("mail");

/** Whether the user may give a sent code. */
export const mayGiveOtp = (
  ctx: Pick<HookContext, "settings">,
  options: TwoFactorOptions,
  factor: FactorRow | null,
  given: readonly AuthMethod[] = [],
): boolean => hasOtp(ctx, options, factor) && !isSameMailbox(options, given);

/** What a user with a second factor may give. */
export async function offeredTo(
  ctx: Pick<HookContext, "settings"> & { readonly db: Pick<Context["db"] | HookContext["db"], "find" | "exists"> },
  options: TwoFactorOptions,
  { id: userId }: User,
  given: readonly AuthMethod[] = [],
): Promise<string[]> {
  const factor = await factorOf(ctx, userId);
  return [
    ...(hasTotp(factor) ? ["totp"] : []),
    ...(mayGiveOtp(ctx, options, factor, given) ? ["otp"] : []),
    ...((await ctx.db.exists(backupCodeModel, { userId })) ? ["backup-code"] : []),
  ];
}

/**
 * Whether another plugin offers a factor that the user has, e.g. a passkey: then that one is given. Else an attacker with
 * the password would enrol a factor of their own. After a recovery or a reset the user may have lost it.
 */
export async function hasOtherFactor(ctx: HookContext, user: User, methods: readonly AuthMethod[]): Promise<boolean> {
  if (methods.includes("recovery")) return false;
  for (const hook of ctx.hooks("session.offer"))
    if ((await hook({ user, methods }, ctx)).length > 0)
      return !(await isReset(ctx, user.id)) && !(await isRecovered(ctx, user.id));
  return false;
}

/**
 * Whether a user needs a second factor, or from when.
 *
 * @throws Error if the app's function answers neither a boolean nor a date: no session is opened then
 */
export function requirementOf({ require }: TwoFactorOptions, user: User): boolean | Date {
  const answer: unknown = require(user as UserRow);
  if (typeof answer === "boolean" || (answer instanceof Date && !Number.isNaN(answer.getTime()))) return answer;
  const found = answer instanceof Promise ? "a promise" : String(answer);
  throw new Error(`twoFactor({ require }) answered ${found}: it must answer true, false or a valid Date, and at once.`);
}

/** Whether a user without a second factor must enrol now. */
export const mustEnrol = (options: TwoFactorOptions, user: User, now: Date): boolean =>
  isDue(requirementOf(options, user), now);

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

/**
 * Whether a user without a second factor must enrol now: by `require`, or after a recovery until a factor is confirmed.
 * The sign-in at the end of a recovery need not.
 */
export const mustEnrolNow = async (
  ctx: Pick<Context, "now"> & { readonly db: Pick<Context["db"] | HookContext["db"], "find"> },
  options: TwoFactorOptions,
  user: User,
  given: readonly AuthMethod[] = [],
): Promise<boolean> =>
  mustEnrol(options, user, ctx.now()) ||
  (options.recovery !== false && !given.includes("recovery") && (await isRecovered(ctx, user.id)));

/** Whether an answer of `require` applies now. */
export const isDue = (answer: boolean | Date, now: Date): boolean => (answer instanceof Date ? answer <= now : answer);

/**
 * Whether a pending sign-in may confirm the first factor of a locked user. A user with another factor gives that one: else
 * an attacker would confirm an app that was begun before it.
 */
export const mayConfirmFirst = async (
  ctx: HookContext,
  options: TwoFactorOptions,
  user: User,
  given: readonly AuthMethod[],
): Promise<boolean> =>
  !isEnabled(user) && (await mustEnrolNow(ctx, options, user)) && !(await hasOtherFactor(ctx, user, given));
