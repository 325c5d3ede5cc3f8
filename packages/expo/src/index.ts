// The entry for iOS and Android. Web bundlers and servers take web.ts.

import type { AnyClientPlugin } from "@keyhold/react";
import { createExpoClient } from "./client.js";
import type { ExpoAuthClient } from "./client-types.js";
import { modules } from "./modules.js";
import type { ExpoClientOptions } from "./options.js";

export type {
  BrowserAnswer,
  BrowserErrorCode,
  BrowserInput,
  BrowserSession,
  ExpoAuthClient,
  ProviderInput,
} from "./client-types.js";
export type * from "./names.js";
export type { ExpoClientOptions, SessionCache } from "./options.js";

/**
 * Makes the client of `@keyhold/react` for an app of Expo. On iOS and Android the token of the session is in the keychain,
 * and providers open in the system browser. On web the client is the browser's, with cookies.
 *
 * The server needs `session: { bearer: true }` and `nativeApps()`. Creating a client sends no request.
 *
 * @throws TypeError as `createAuthClient` of `@keyhold/client`.
 * @example
 * export const authClient = createAuthClient({
 *   baseURL: "https://example.com",
 *   clientId: "app",
 *   redirect: "com.example.app:/signed-in",
 * });
 * const { data, error } = await authClient.signIn.social({ provider: "google" });
 * if (error?.code === "AUTH_SESSION_CANCELLED") …
 */
export function createAuthClient<const Plugins extends readonly AnyClientPlugin[] = readonly []>(
  options: ExpoClientOptions<Plugins>,
): ExpoAuthClient<Plugins> {
  return createExpoClient(modules, options);
}
