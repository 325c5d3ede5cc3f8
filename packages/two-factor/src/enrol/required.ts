import type { User } from "@keyhold/core";
import type { AuthMethod, Context, HookContext } from "@keyhold/core/plugin";
import { isEnabled } from "../factor/factor.js";
import type { TwoFactorOptions, UserRow } from "../options.js";
import { recovered, resets } from "../recovery/marks.js";

/**
 * Whether another plugin offers a factor that the user has, e.g. a passkey: then that one is given. Else an attacker with
 * the password would enrol a factor of their own. After a recovery or a reset the user may have lost it.
 */
export async function hasOtherFactor(ctx: HookContext, user: User, methods: readonly AuthMethod[]): Promise<boolean> {
  if (methods.includes("recovery")) return false;
  for (const hook of ctx.hooks("session.offer"))
    if ((await hook({ user, methods }, ctx)).length > 0)
      return !(await resets.find(ctx, user.id)) && !(await recovered.find(ctx, user.id));
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

/** Whether an answer of `require` applies now. */
export const isDue = (answer: boolean | Date, now: Date): boolean => (answer instanceof Date ? answer <= now : answer);

/** Whether a user without a second factor must enrol now. */
export const mustEnrol = (options: TwoFactorOptions, user: User, now: Date): boolean =>
  isDue(requirementOf(options, user), now);

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
  (options.recovery !== false && !given.includes("recovery") && (await recovered.find(ctx, user.id)) !== null);

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
