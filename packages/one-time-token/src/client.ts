import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { OneTimeTokenEndpoints } from "./endpoints.js";
import type { OneTimeTokenErrorCode } from "./errors.js";
import type { ParentSession } from "./models.js";
import type { OneTimeTokenTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { OneTimeTokenEndpoints, OneTimeTokenErrorCode, OneTimeTokenTypes, ParentSession };

/** A named interface keeps the inferred types of apps short. */
export interface OneTimeTokenClient extends ClientPlugin<OneTimeTokenTypes> {}

/**
 * The client plugin for `oneTimeToken()`.
 *
 * @example createAuthClient({ plugins: [oneTimeTokenClient()] })
 */
export function oneTimeTokenClient(): OneTimeTokenClient {
  return clientPlugin({
    id: "one-time-token",
    routes: clientRoutes,
    refreshes: { session: ["oneTimeToken.verify"] },
  });
}
