import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { type AnonymousEndpoints, endpoints } from "./endpoints.js";
import { type AnonymousErrorCode, anonymousErrors } from "./errors.js";
import type { AnonymousEvent } from "./events.js";
import { type AnonymousHooks, hookNames } from "./hooks/offers.js";
import { hooksOf } from "./hooks/uses.js";
import { type AnonymousUser, userColumns, userIndexes } from "./models.js";
import { type AnonymousOptions, anonymousOptions } from "./options.js";

/** The types of both halves. */
export interface AnonymousTypes extends PluginTypes {
  readonly endpoints: AnonymousEndpoints;
  readonly user: AnonymousUser;
  readonly errorCode: AnonymousErrorCode;
  readonly event: AnonymousEvent;
  readonly hooks: AnonymousHooks;
  readonly publicOptions: { readonly anonymous: object };
}

/** A named interface keeps the inferred types of apps short. */
export interface AnonymousPlugin extends Plugin<AnonymousTypes> {}

/**
 * Lets visitors use the app as guests, without an address and a password. A guest who signs up, by any way to sign up,
 * keeps the id; the data of a guest who signs in to an account go there by the hook "anonymous.merge".
 *
 * @param given see `AnonymousOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [anonymous()] })
 */
export function anonymous(given: OptionsInput<AnonymousOptions> = {}): AnonymousPlugin {
  const { options, configErrors } = anonymousOptions.read(given);
  return definePlugin<AnonymousTypes>({
    id: "anonymous",
    options,
    configErrors,
    errors: anonymousErrors,
    extends: { user: { columns: userColumns, indexes: userIndexes } },
    endpoints,
    hookNames,
    hooks: { ...hooksOf(options), "public-options": () => ({ anonymous: {} }) },
  });
}
