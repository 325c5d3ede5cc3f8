import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { NativeEndpoints } from "./endpoints.js";
import type { NativeErrorCode } from "./errors.js";
import type { NativeSession } from "./models.js";
import type { NativeTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { NativeEndpoints, NativeErrorCode, NativeSession, NativeTypes };

/** A named interface keeps the inferred types of apps short. */
export interface NativeClient extends ClientPlugin<NativeTypes> {}

/**
 * The client plugin for `nativeApps()`.
 *
 * @example createAuthClient({ plugins: [nativeAppsClient()] })
 */
export function nativeAppsClient(): NativeClient {
  return clientPlugin({ id: "native", routes: clientRoutes, refreshes: { session: ["native.token"] } });
}
