import type { User } from "@keyhold/core";
import type { AuthMethod, HookContext, Hooks } from "@keyhold/core/plugin";
import { sendNotice } from "./emails.js";
import { emit } from "./events.js";
import { factorOf, hasOtp, hasTotp, isEnabled, removeFactors } from "./factor.js";
import type { FactorRow, LockedUser } from "./models.js";
import type { TwoFactorOptions, UserRow } from "./options.js";
import { forgetAddresses, keepAddress } from "./previous-address.js";
import { endTrusted, findTrusted, renewTrusted } from "./trusted-device.js";

/** The hooks of this plugin. */
export const rulesOf = (options: TwoFactorOptions): Partial<Hooks> => ({
  async "session.ask"({ user, methods, caller }, ctx) {
    if (methods.includes("mfa")) return null;
    const { page } = options;
    if (!isEnabled(user)) {
      if (!mustEnrol(options, user, ctx.now())) return null;
      return { methods: (await hasOtherFactor(ctx, user, methods)) ? [] : ["enroll"], page };
    }
    const locked = user as LockedUser;
    const device = await findTrusted(ctx, caller, user.id);
    if (device)
      return { cookies: await renewTrusted(ctx, locked, device, { caller, seconds: options.trustDeviceSeconds }) };
    return { methods: methodsOf(ctx, options, await factorOf(ctx, user.id), methods), page };
  },
  "step-up.factors": (user) => (isEnabled(user) ? 2 : 1),
  async "step-up.methods"({ session }, ctx) {
    return isEnabled(session.user) ? methodsOf(ctx, options, await factorOf(ctx, session.userId)) : [];
  },
  async "factors.reset"(user, ctx) {
    await removeFactors(ctx, user as LockedUser);
    emit(ctx, { type: "two-factor.reset", userId: user.id });
    await sendNotice(ctx, user, "two-factor.reset");
  },
  async "email.change"({ user }, ctx) {
    await keepAddress(ctx, user);
  },
  async "user.delete"({ id }, ctx) {
    await forgetAddresses(ctx, id);
  },
  async "trust.end"(user, ctx) {
    await endTrusted(ctx, user as LockedUser);
  },
});

/** Whether the code goes to the mailbox that the user has given already: no second factor (SP 800-63B-4, 3.1.3.1). */
export const isSameMailbox = ({ otp }: TwoFactorOptions, given: readonly AuthMethod[]): boolean =>
  otp === true && given.includes("mail");

/** What the user may give. */
export function methodsOf(
  ctx: Pick<HookContext, "settings">,
  options: TwoFactorOptions,
  factor: FactorRow | null,
  given: readonly AuthMethod[] = [],
): string[] {
  return [
    ...(hasTotp(factor) ? ["totp"] : []),
    ...(hasOtp(ctx, options, factor) && !isSameMailbox(options, given) ? ["otp"] : []),
    "backup-code",
  ];
}

/**
 * Whether another plugin offers a factor that the user has, e.g. a passkey: then that one is given. Else an attacker with
 * the password would enrol a factor of their own.
 */
export async function hasOtherFactor(ctx: HookContext, user: User, methods: readonly AuthMethod[]): Promise<boolean> {
  for (const hook of ctx.hooks("session.offer")) if ((await hook({ user, methods }, ctx)).length > 0) return true;
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
export function mustEnrol(options: TwoFactorOptions, user: User, now: Date): boolean {
  const answer = requirementOf(options, user);
  return answer instanceof Date ? answer <= now : answer;
}
