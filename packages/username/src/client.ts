import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { UsernameEndpoints } from "./endpoints.js";
import type { UsernameErrorCode } from "./errors.js";
import type { UsernameInput, UsernameUser } from "./models.js";
import type { UsernameTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { UsernameEndpoints, UsernameErrorCode, UsernameInput, UsernameTypes, UsernameUser };

/** A named interface keeps the inferred types of apps short. */
export interface UsernameClient extends ClientPlugin<UsernameTypes> {}

/**
 * The client plugin for `username()`: adds `signIn.username`, and both columns to user and sign-up.
 *
 * @example createAuthClient({ plugins: [usernameClient()] })
 */
export function usernameClient(): UsernameClient {
  return clientPlugin({
    id: "username",
    routes: clientRoutes,
    refreshes: { session: ["signIn.username"] },
  });
}
