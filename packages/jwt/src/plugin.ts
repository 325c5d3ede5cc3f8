import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes, proofColumns } from "@keyhold/core/plugin";
import { type PrincipalEndpoints, principalEndpoints } from "@keyhold/core/principal";
import { endpoints, type JwtEndpoints, type JwtServerEndpoints } from "./endpoints.js";
import { type JwtErrorCode, jwtErrors } from "./errors.js";
import type { JwtEvent } from "./events.js";
import { rulesOf } from "./hooks/uses.js";
import { encryptedKeys } from "./keys/states.js";
import { type JwtSession, jwksModel } from "./models.js";
import { type JwtOptions, jwtOptions } from "./options.js";

/** The types of both halves. */
export interface JwtTypes extends PluginTypes {
  readonly endpoints: JwtEndpoints;
  readonly serverEndpoints: JwtServerEndpoints & PrincipalEndpoints;
  readonly session: JwtSession;
  readonly errorCode: JwtErrorCode;
  readonly event: JwtEvent;
}

/** A named interface keeps the inferred types of apps short. */
export interface JwtPlugin extends Plugin<JwtTypes> {}

/**
 * Signs access tokens for sessions, which other services check without a request to this server: by the keys of
 * `GET /jwks`, e.g. with `createVerifier` of `@keyhold/jwt/verify`. The keys rotate by themselves.
 *
 * @param given see `JwtOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [jwt({ audiences: ["https://api.example.com"] })] })
 */
export function jwt(given: OptionsInput<JwtOptions> = {}): JwtPlugin {
  const { options, configErrors } = jwtOptions.read(given);
  return definePlugin<JwtTypes>({
    id: "jwt",
    options,
    errors: jwtErrors,
    models: [jwksModel],
    extends: { session: { columns: proofColumns } },
    endpoints: { ...endpoints, ...principalEndpoints },
    encrypted: [encryptedKeys],
    hooks: rulesOf(options),
    configErrors,
  });
}
