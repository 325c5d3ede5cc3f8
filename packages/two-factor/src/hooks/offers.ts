import type { User } from "@keyhold/core";
import { type Caller, type HookReader, hooksFor, type ReadingContext } from "@keyhold/core/plugin";

/** A use of a phone number beside or before a second factor. */
export interface NumberUsed {
  /** "text": a code by text message as the second factor. "recovery": a recovery after a sign-in by the number alone. */
  readonly as: "text" | "recovery";
  /** Who starts the recovery; null: no recovery is asked for. */
  readonly caller: Caller | null;
}

/** The hooks of second factors. */
export interface TwoFactorHooks {
  /**
   * Whether another person may have the phone number of a user: a code by text message is then no second factor, and a
   * sign-in by the number alone starts no recovery. One hook that answers true is enough.
   */
  readonly "two-factor.number-in-doubt": (
    user: User,
    used: NumberUsed,
    ctx: ReadingContext,
  ) => boolean | Promise<boolean>;
}

const hooksAt: HookReader<TwoFactorHooks> = hooksFor<TwoFactorHooks>();

/** Asks the hooks whether the number of a user is in doubt. */
export async function isNumberInDoubt(ctx: ReadingContext, user: User, used: NumberUsed): Promise<boolean> {
  for (const hook of hooksAt(ctx, "two-factor.number-in-doubt")) if (await hook(user, used, ctx)) return true;
  return false;
}

/** The names of the hooks that an app may have, too. */
export const hookNames: Readonly<Record<keyof TwoFactorHooks, true>> = {
  "two-factor.number-in-doubt": true,
};
