import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import type { UsernameEmail } from "./emails.js";
import { endpoints, type UsernameEndpoints } from "./endpoints.js";
import { type UsernameErrorCode, usernameErrors } from "./errors.js";
import { rulesOf } from "./hooks/uses.js";
import { checkedColumns, type UsernameInput, type UsernameUser } from "./models.js";
import { type UsernameOptions, usernameOptions } from "./options.js";

/** The types of both halves. */
export interface UsernameTypes extends PluginTypes {
  readonly endpoints: UsernameEndpoints;
  readonly user: UsernameUser;
  readonly userInput: UsernameInput;
  readonly errorCode: UsernameErrorCode;
  readonly email: UsernameEmail;
  readonly publicOptions: { readonly username: { readonly minLength: number; readonly maxLength: number } };
}

/** A named interface keeps the inferred types of apps short. */
export interface UsernamePlugin extends Plugin<UsernameTypes> {}

/**
 * Adds sign-in by username: `username` (unique, lower case) and `displayUsername` on the user and as inputs of sign-up,
 * and `POST /sign-in/username`.
 *
 * @param options see `UsernameOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [username({ minUsernameLength: 4 })] })
 */
export function username(given: OptionsInput<UsernameOptions> = {}): UsernamePlugin {
  const { options, configErrors } = usernameOptions.read(given);
  const { minUsernameLength: minLength, maxUsernameLength: maxLength } = options;
  return definePlugin({
    id: "username",
    options,
    errors: usernameErrors,
    extends: { user: { columns: checkedColumns(options) } },
    taken: { username: usernameErrors.USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER },
    endpoints,
    hooks: {
      ...rulesOf(options),
      "public-options": () => ({ username: { minLength, maxLength } }),
    },
    configErrors,
  });
}
