import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes, proofColumns } from "@keyhold/core/plugin";
import { endpoints, type NativeEndpoints, type NativeServerEndpoints, pages } from "./endpoints.js";
import { type NativeErrorCode, nativeErrors } from "./errors.js";
import { hooksOf } from "./hooks/uses.js";
import { type NativeSession, nativeCodeModel } from "./models.js";
import { type NativeOptions, nativeOptions } from "./options.js";

/** The types of both halves. */
export interface NativeTypes extends PluginTypes {
  readonly endpoints: NativeEndpoints;
  readonly serverEndpoints: NativeServerEndpoints;
  readonly errorCode: NativeErrorCode;
  readonly session: NativeSession;
}

/** A named interface keeps the inferred types of apps short. */
export interface NativePlugin extends Plugin<NativeTypes> {}

/**
 * Signs users in to your mobile and desktop apps in the system browser: the app gets a code, and exchanges the code with
 * PKCE for a session of its own (RFC 6749, RFC 7636, RFC 8252). Needs `session.bearer`.
 *
 * @param given `clients`, and see `NativeOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example
 * nativeApps({ clients: { ios: { name: "Example", redirectURIs: ["https://example.com/app/signed-in"] } } })
 */
export function nativeApps(given: Pick<NativeOptions, "clients"> & OptionsInput<NativeOptions>): NativePlugin {
  const { options, configErrors } = nativeOptions.read(given);
  const { clients } = options;
  return definePlugin<NativeTypes>({
    id: "native",
    ...{ options, configErrors },
    errors: nativeErrors,
    models: [nativeCodeModel],
    extends: { session: { columns: proofColumns } },
    endpoints,
    pages,
    hooks: hooksOf(),
    clients: Object.fromEntries(Object.entries(clients).map(([id, { session = {} }]) => [id, session])),
  });
}
