import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { type DeviceAuthorizationEndpoints, endpoints, pages } from "./endpoints.js";
import { type DeviceAuthorizationErrorCode, deviceAuthorizationErrors } from "./errors.js";
import type { DeviceAuthorizationEvent } from "./events.js";
import { hooksOf } from "./hooks/uses.js";
import { type DeviceSession, deviceCodeModel, sessionColumns } from "./models.js";
import { type DeviceAuthorizationOptions, deviceAuthorizationOptions } from "./options.js";

/** The types of both halves. */
export interface DeviceAuthorizationTypes extends PluginTypes {
  readonly endpoints: DeviceAuthorizationEndpoints;
  readonly errorCode: DeviceAuthorizationErrorCode;
  readonly session: DeviceSession;
  readonly event: DeviceAuthorizationEvent;
}

/** A named interface keeps the inferred types of apps short. */
export interface DeviceAuthorizationPlugin extends Plugin<DeviceAuthorizationTypes> {}

/**
 * Signs users in on devices without a browser, e.g. a terminal or a television (RFC 8628): the device shows a code, and
 * the user enters and approves the code in a browser. Needs `session.bearer`.
 *
 * @param given `clients`, and see `DeviceAuthorizationOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [deviceAuthorization({ clients: { cli: { name: "Example CLI" } } })] })
 */
export function deviceAuthorization(
  given: Pick<DeviceAuthorizationOptions, "clients"> & OptionsInput<DeviceAuthorizationOptions>,
): DeviceAuthorizationPlugin {
  return definePlugin<DeviceAuthorizationTypes>({
    id: "device-authorization",
    ...deviceAuthorizationOptions.read(given),
    errors: deviceAuthorizationErrors,
    models: [deviceCodeModel],
    extends: { session: { columns: sessionColumns } },
    endpoints,
    pages,
    hooks: hooksOf(),
  });
}
