// The entry for command lines and other programs on Node.

// The types in results of this entry.
export type { Answer, CallError } from "@keyhold/client";
export type {
  AuthSession,
  Platform,
  PlatformEvents,
  PlatformHeaders,
  PlatformServer,
  TokenStore,
} from "@keyhold/client/token";
export type { AuthSessionErrorCode, BrowserAnswer, NativeCalls } from "../app/index.js";
export {
  type DeviceCalls,
  type DeviceCode,
  type DeviceSession,
  type DeviceSignInOptions,
  signInByDeviceCode,
} from "./device-sign-in.js";
export { fileStore } from "./file-store.js";
export { createLoopbackSignIn, type LoopbackSignIn, type LoopbackSignInOptions } from "./loopback-sign-in.js";
export { nodePlatform } from "./node-platform.js";
