import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { hooksOf } from "./hooks/uses.js";
import { userColumns } from "./models.js";
import { type LastLoginMethodOptions, lastLoginMethodOptions } from "./options.js";

/** The field of the user with `storeInDatabase`. */
export interface LastLoginMethodUser {
  /** The way of the latest sign-in, e.g. "google". Null: no sign-in since the column exists. */
  readonly lastLoginMethod?: string | null;
}

/** The types of both halves. */
export interface LastLoginMethodTypes extends PluginTypes {
  readonly user: LastLoginMethodUser;
}

/** A named interface keeps the inferred types of apps short. */
export interface LastLoginMethodPlugin extends Plugin<LastLoginMethodTypes> {}

/**
 * Tells the browser the way by which its user has signed in last, e.g. "google", for a mark on the sign-in screen. The
 * cookie is set when a session is opened, so after a second factor; scripts read it, and it holds no name of a user.
 *
 * @param given see `LastLoginMethodOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [lastLoginMethod()] })
 */
export function lastLoginMethod(given: OptionsInput<LastLoginMethodOptions> = {}): LastLoginMethodPlugin {
  const { options, configErrors } = lastLoginMethodOptions.read(given);
  return definePlugin<LastLoginMethodTypes>({
    id: "last-login-method",
    options,
    configErrors,
    ...(options.storeInDatabase && { extends: { user: { columns: userColumns } } }),
    hooks: hooksOf(options),
  });
}
