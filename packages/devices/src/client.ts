import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { DevicesEndpoints } from "./endpoints.js";
import type { DevicesErrorCode } from "./errors.js";
import type { DevicesTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { DevicesEndpoints, DevicesErrorCode, DevicesTypes };

/** A named interface keeps the inferred types of apps short. */
export interface DevicesClient extends ClientPlugin<DevicesTypes> {}

/**
 * The client plugin for `devices()`: adds `devices.list`, `devices.rename`, `devices.forget` and `devices.report`.
 *
 * @example createAuthClient({ plugins: [devicesClient()] })
 */
export function devicesClient(): DevicesClient {
  return clientPlugin({
    id: "devices",
    routes: clientRoutes,
    refreshes: { session: ["devices.forget"] },
  });
}
