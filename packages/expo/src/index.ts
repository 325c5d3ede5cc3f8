// The entry for iOS and Android. Web bundlers and servers take web.ts.

import type { AnyClientPlugin } from "@keyhold/react";
import { createExpoClient } from "./client.js";
import type { ExpoAuthClient } from "./client-types.js";
import { modules } from "./modules.js";
import type { ExpoClientOptions } from "./options.js";

// The types in a client's type: an app inferring types from a client can name them.
export type {
  AuthSession,
  Platform,
  PlatformEvents,
  PlatformHeaders,
  PlatformServer,
  TokenStore,
} from "@keyhold/client/token";
export type { NativeSession } from "@keyhold/native";
export type { NativeClient, NativeEndpoints, NativeErrorCode, NativeTypes } from "@keyhold/native/client";
export type {
  Action,
  Added,
  AddedBy,
  Answer,
  AnyClientPlugin,
  AuthClient,
  CallError,
  CallOptions,
  CallTree,
  ClientCall,
  ClientCalls,
  ClientErrorCode,
  ClientOptions,
  ClientPlugin,
  ClientStores,
  EmailChange,
  Issue,
  ListedAccount,
  ListedSession,
  OnStepUp,
  Pages,
  PluginTypes,
  ReactAuthClient,
  RefetchOptions,
  Refreshes,
  Retry,
  Routes,
  SessionErrorCode,
  SessionOf,
  SessionRow,
  SessionView,
  StepUpNeed,
  Store,
  StoreHooks,
  StoreState,
  StoreView,
  Together,
  Typed,
  User,
  UserColumns,
  UserColumnTypes,
} from "@keyhold/react";
export type {
  BrowserAnswer,
  BrowserErrorCode,
  BrowserInput,
  BrowserSession,
  ExpoAuthClient,
  ProviderInput,
} from "./client-types.js";
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
