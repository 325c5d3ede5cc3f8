import type { User } from "@keyhold/core";
import { type HookContext, type HookReader, hooksFor } from "@keyhold/core/plugin";

/** The hooks of phone numbers. A hook runs inside the transaction of the write, with the user locked. */
export interface PhoneNumberHooks {
  /**
   * Whether a user who removes the verified number could not sign in without it, although other ways to sign in are left:
   * e.g. the codes of a second factor go to the number. One hook that answers true is enough to reject the removal.
   */
  readonly "phone-number.needed": (user: User, ctx: HookContext) => boolean | Promise<boolean>;
  /**
   * Called after the number of a user was removed, because an attacker may have added the number since a date: remove what
   * was enrolled since with this number alone.
   */
  readonly "phone-number.disowned": (
    removed: { readonly user: User; readonly since: Date },
    ctx: HookContext,
  ) => void | Promise<void>;
}

/** The hooks of a name, in the order of the plugins. */
export const hooksAt: HookReader<PhoneNumberHooks> = hooksFor<PhoneNumberHooks>();

/** The names of the hooks that an app may have, too. */
export const hookNames: Readonly<Record<keyof PhoneNumberHooks, true>> = {
  "phone-number.needed": true,
  "phone-number.disowned": true,
};
