import { type ClientPlugin, clientPlugin } from "@keyhold/client";
import type { UsernameErrorCode } from "./errors.js";
import type { UsernameInput, UsernameUser } from "./models.js";
import type { UsernameEndpoints } from "./plugin.js";

/**
 * The browser half of `username()`: brings `signIn.username`, and both columns to user and sign-up.
 *
 * @example createAuthClient({ plugins: [usernameClient()] })
 */
export function usernameClient(): ClientPlugin<UsernameEndpoints, UsernameUser, UsernameInput, UsernameErrorCode> {
  return clientPlugin<UsernameEndpoints, UsernameUser, UsernameInput, UsernameErrorCode>()({
    id: "username",
    routes: { signIn: { username: "POST /sign-in/username" } },
    refreshes: { session: ["signIn.username"] },
  });
}
