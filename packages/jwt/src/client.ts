import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { JwtEndpoints } from "./endpoints.js";
import type { JwtErrorCode } from "./errors.js";
import type { JwtSession } from "./models.js";
import type { JwtTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { JwtEndpoints, JwtErrorCode, JwtSession, JwtTypes };

/** A named interface keeps the inferred types of apps short. */
export interface JwtClient extends ClientPlugin<JwtTypes> {}

/**
 * The client plugin for `jwt()`.
 *
 * @example createAuthClient({ plugins: [jwtClient()] })
 */
export function jwtClient(): JwtClient {
  return clientPlugin({ id: "jwt", routes: clientRoutes });
}
