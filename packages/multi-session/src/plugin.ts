import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { deviceCookie } from "./device/key.js";
import { endpoints, type MultiSessionEndpoints } from "./endpoints.js";
import { type MultiSessionErrorCode, multiSessionErrors } from "./errors.js";
import { hooksOf } from "./hooks/uses.js";
import { deviceColumns, deviceModel } from "./models.js";
import { type MultiSessionOptions, multiSessionOptions } from "./options.js";

/** The stores of the client. */
export interface MultiSessionStores {
  /** The sessions of this browser, newest first, each with its user. */
  readonly deviceSessions: MultiSessionEndpoints["multiSession"]["listDeviceSessions"];
}

/** The types of both halves. */
export interface MultiSessionTypes extends PluginTypes {
  readonly endpoints: MultiSessionEndpoints;
  readonly errorCode: MultiSessionErrorCode;
  readonly stores: MultiSessionStores;
  readonly publicOptions: { readonly multiSession: object };
}

/** A named interface keeps the inferred types of apps short. */
export interface MultiSessionPlugin extends Plugin<MultiSessionTypes> {}

/**
 * Several accounts in one browser: a sign-in keeps the sessions of other users, and the user switches between them. A
 * single session is active; no client has a token of the others.
 *
 * @param given see `MultiSessionOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [multiSession()] })
 */
export function multiSession(given: OptionsInput<MultiSessionOptions> = {}): MultiSessionPlugin {
  const { options, configErrors } = multiSessionOptions.read(given);
  return definePlugin<MultiSessionTypes>({
    id: "multi-session",
    options,
    configErrors,
    errors: multiSessionErrors,
    models: [deviceModel],
    extends: { session: { columns: deviceColumns } },
    stateCookies: [deviceCookie],
    endpoints,
    hooks: { ...hooksOf(options), "public-options": () => ({ multiSession: {} }) },
  });
}
