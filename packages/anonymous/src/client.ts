import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { AnonymousEndpoints } from "./endpoints.js";
import type { AnonymousErrorCode } from "./errors.js";
import type { AnonymousUser } from "./models.js";
import type { AnonymousTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { AnonymousEndpoints, AnonymousErrorCode, AnonymousTypes, AnonymousUser };

/** A named interface keeps the inferred types of apps short. */
export interface AnonymousClient extends ClientPlugin<AnonymousTypes> {}

/**
 * The client plugin for `anonymous()`: adds `signIn.anonymous`, `deleteAnonymousUser`, and `isAnonymous` to the user.
 *
 * @example createAuthClient({ plugins: [anonymousClient()] })
 */
export function anonymousClient(): AnonymousClient {
  return clientPlugin({
    id: "anonymous",
    routes: clientRoutes,
    refreshes: { session: ["signIn.anonymous", "deleteAnonymousUser"] },
  });
}
