import type { AskedPermissions, Statements } from "@keyhold/access";
import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { type PrincipalEndpoints, principalEndpoints } from "@keyhold/core/principal";
import type { ApiKeyEmail } from "./emails.js";
import { type ApiKeyEndpoints, type ApiKeyServerEndpoints, endpoints, pages } from "./endpoints.js";
import { type ApiKeyErrorCode, apiKeyErrors } from "./errors.js";
import type { ApiKeyEvent } from "./events.js";
import { type ApiKeyHooks, hookNames } from "./hooks/offers.js";
import { hooksOf } from "./hooks/uses.js";
import { apiKeyModel } from "./models.js";
import { type ApiKeyOffer, type ApiKeyOptions, apiKeyOptions, offerOf } from "./options.js";

/** The types of both halves. */
export interface ApiKeyTypes extends PluginTypes {
  readonly endpoints: ApiKeyEndpoints;
  readonly serverEndpoints: ApiKeyServerEndpoints & PrincipalEndpoints;
  readonly errorCode: ApiKeyErrorCode;
  readonly event: ApiKeyEvent;
  readonly hooks: ApiKeyHooks;
  readonly email: ApiKeyEmail;
  readonly publicOptions: { readonly apiKey: ApiKeyOffer };
}

/** A named interface keeps the inferred types of apps short. */
export interface ApiKeyPlugin extends Plugin<ApiKeyTypes> {}

/**
 * API keys of users and organizations, for programs that call the app: `auth.api.getPrincipal` answers who calls.
 *
 * @param given see `ApiKeyOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [apiKey({ prefix: "acme", statements: { files: ["read", "write"] } })] })
 */
export function apiKey<const S extends Statements = Statements>(
  given: OptionsInput<ApiKeyOptions> & { readonly statements?: S | undefined } = {},
): ApiKeyPlugin & AskedPermissions<"api-key", S> {
  const { options, configErrors } = apiKeyOptions.read(given);
  return definePlugin<ApiKeyTypes & AskedPermissions<"api-key", S>["$"]>({
    id: "api-key",
    options,
    configErrors,
    errors: apiKeyErrors,
    models: [apiKeyModel],
    endpoints: { ...endpoints, ...principalEndpoints },
    pages,
    hookNames,
    hooks: { ...hooksOf(options), "public-options": () => ({ apiKey: offerOf(options) }) },
  });
}
