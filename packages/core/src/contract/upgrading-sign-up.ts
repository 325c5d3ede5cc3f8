import type { Caller } from "./context.js";
import type { HookTypes, UserDraft } from "./plugin.js";
import type { PluginTypes } from "./plugin-types.js";

/** A sign-up that may make the present user of a browser the account. */
export interface UpgradingSignUp<Types extends HookTypes = PluginTypes> {
  /** In stored form. */
  readonly draft: UserDraft<Types>;
  readonly caller: Caller;
  /** Ends the sign-up because another user has the value of a unique column: for the update of the user. */
  readonly onConflict: (conflict: { readonly column: string }) => never;
}
