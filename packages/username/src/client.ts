import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { UsernameErrorCode } from "./errors.js";
import type { UsernameInput, UsernameUser } from "./models.js";
import type { UsernameEndpoints, UsernameTypes } from "./plugin.js";

// What a client's type is made of: an app that infers types from one finds their names here.
export type { UsernameEndpoints, UsernameErrorCode, UsernameInput, UsernameTypes, UsernameUser };

/** Has a name of its own, so that the types that apps infer from a client stay short. */
export interface UsernameClient extends ClientPlugin<UsernameTypes> {}

/**
 * The browser half of `username()`: brings `signIn.username`, and both columns to user and sign-up.
 *
 * @example createAuthClient({ plugins: [usernameClient()] })
 */
export function usernameClient(): UsernameClient {
  return clientPlugin({
    id: "username",
    routes: { signIn: { username: "POST /sign-in/username" } },
    refreshes: { session: ["signIn.username"] },
  });
}
