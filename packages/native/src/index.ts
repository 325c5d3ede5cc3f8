export type { NativeEndpoints } from "./endpoints.js";
export { type NativeErrorCode, nativeErrors } from "./errors.js";
export type { AndroidApp, NativeClient, NativeOptions } from "./options.js";
export { type NativePlugin, type NativeTypes, nativeApps } from "./plugin.js";
