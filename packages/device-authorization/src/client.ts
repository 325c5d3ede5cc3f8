import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { DeviceAuthorizationEndpoints } from "./endpoints.js";
import type { DeviceAuthorizationErrorCode } from "./errors.js";
import type { DeviceSession } from "./models.js";
import type { DeviceAuthorizationTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { DeviceAuthorizationEndpoints, DeviceAuthorizationErrorCode, DeviceAuthorizationTypes, DeviceSession };

/** A named interface keeps the inferred types of apps short. */
export interface DeviceAuthorizationClient extends ClientPlugin<DeviceAuthorizationTypes> {}

/**
 * The client plugin for `deviceAuthorization()`.
 *
 * @example createAuthClient({ plugins: [deviceAuthorizationClient()] })
 */
export function deviceAuthorizationClient(): DeviceAuthorizationClient {
  return clientPlugin({ id: "device-authorization", routes: clientRoutes });
}
