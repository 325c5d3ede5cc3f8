import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { endpoints, type NativeEndpoints } from "./endpoints.js";
import { type NativeErrorCode, nativeErrors } from "./errors.js";
import { type NativeOptions, nativeOptions } from "./options.js";

/** The types of both halves. */
export interface NativeTypes extends PluginTypes {
  readonly endpoints: NativeEndpoints;
  readonly errorCode: NativeErrorCode;
}

/** A named interface keeps the inferred types of apps short. */
export interface NativePlugin extends Plugin<NativeTypes> {}

/**
 * Adds `GET /native/status`.
 *
 * @param given see `NativeOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [nativeApps()] })
 */
export function nativeApps(given: Partial<NativeOptions> = {}): NativePlugin {
  return definePlugin<NativeTypes>({
    id: "native",
    ...nativeOptions.read(given),
    errors: nativeErrors,
    endpoints,
  });
}
