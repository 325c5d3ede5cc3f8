// The entry for apps with Capacitor.

// The types in results of this entry.
export type { Answer, CallError } from "@keyhold/client";
export type {
  AuthSession,
  Platform,
  PlatformEvents,
  PlatformHeaders,
  PlatformServer,
  SessionCache,
  TokenStore,
} from "@keyhold/client/token";
export type { AppCrypto, AuthSessionErrorCode, BrowserAnswer, BrowserSignIn, NativeCalls } from "../app/index.js";
export type { ShellSignIn, ShellSignInOptions } from "../shell/options.js";
export { type CapacitorPlatformOptions, capacitorPlatform } from "./platform.js";
export type { CapacitorApp, CapacitorBrowser, SecureStorage } from "./plugins.js";
export { secureStore } from "./secure-store.js";
export { type CapacitorSignInOptions, createCapacitorSignIn } from "./sign-in.js";
