import type { User } from "@keyhold/core";
import { type HookContext, type HookReader, hooksFor } from "@keyhold/core/plugin";
import type { GuestRow } from "../models.js";

/** What a guest cannot do, unless a hook at "anonymous.act" allows it. */
export type GuestAction = "organization.create" | "invitation.create" | "api-key.create";

/** The hooks of guests. A hook runs inside the transaction of the write, with the guest locked. */
export interface AnonymousHooks {
  /**
   * Called when a guest signs in to an account, in the transaction that opens the session: move the rows of the app from
   * `guest.id` to `user.id` by `ctx.db`. The guest is deleted afterwards. If the hook fails, the sign-in
   * fails and the guest stays. Not called at a sign-up, which keeps the id.
   */
  readonly "anonymous.merge": (
    merge: { readonly guest: GuestRow; readonly user: User },
    ctx: HookContext,
  ) => void | Promise<void>;
  /** Whether a guest may do this. One hook that answers true is enough. */
  readonly "anonymous.act": (
    attempt: { readonly guest: GuestRow; readonly action: GuestAction },
    ctx: HookContext,
  ) => boolean | Promise<boolean>;
}

/** The hooks of a name, in the order of the plugins. */
export const hooksAt: HookReader<AnonymousHooks> = hooksFor<AnonymousHooks>();

/** The names of the hooks that an app may have, too. */
export const hookNames: Readonly<Record<keyof AnonymousHooks, true>> = {
  "anonymous.merge": true,
  "anonymous.act": true,
};
