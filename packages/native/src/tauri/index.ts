// The entry for the page of apps with Tauri.

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
export { keyringStore } from "./keyring-store.js";
export { type TauriPlatformOptions, tauriPlatform } from "./platform.js";
export type { TauriDeepLink, TauriKeyring, TauriOpener } from "./plugins.js";
export { createTauriSignIn, type TauriSignInOptions } from "./sign-in.js";
