import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { deviceCookie } from "./browser/cookie.js";
import type { DevicesEmail } from "./emails.js";
import { type DevicesEndpoints, endpoints, pages } from "./endpoints.js";
import { type DevicesErrorCode, devicesErrors } from "./errors.js";
import type { DevicesEvent } from "./events.js";
import { hooksOf } from "./hooks/uses.js";
import { deviceModel, sessionColumns } from "./models.js";
import { type DevicesOptions, devicesOptions } from "./options.js";

/** The types of both halves. */
export interface DevicesTypes extends PluginTypes {
  readonly endpoints: DevicesEndpoints;
  readonly errorCode: DevicesErrorCode;
  readonly event: DevicesEvent;
  readonly email: DevicesEmail;
}

/** A named interface keeps the inferred types of apps short. */
export interface DevicesPlugin extends Plugin<DevicesTypes> {}

/**
 * Lists the browsers and apps with which a user has signed in, and emails the user about a sign-in with a new device, with
 * a link that reports the device.
 *
 * @param given see `DevicesOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [devices()] })
 */
export function devices(given: OptionsInput<DevicesOptions> = {}): DevicesPlugin {
  const { options, configErrors } = devicesOptions.read(given);
  return definePlugin<DevicesTypes>({
    id: "devices",
    options,
    configErrors,
    errors: devicesErrors,
    models: [deviceModel],
    extends: { session: { columns: sessionColumns } },
    stateCookies: [deviceCookie],
    endpoints,
    pages,
    hooks: hooksOf(options),
  });
}
