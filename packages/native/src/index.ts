export { type AppleAssociation, type AssetLink, apkKeyHashOrigins } from "./app-links/content.js";
export { type AuthWithNativeApps, appleAssociationHandler, assetLinksHandler } from "./app-links/handlers.js";
export type { NativeEndpoints, NativeServerEndpoints } from "./endpoints.js";
export { type NativeErrorCode, nativeErrors } from "./errors.js";
export type { NativeSession } from "./models.js";
export type { AndroidApp, NativeClient, NativeOptions } from "./options.js";
export { type NativePlugin, type NativeTypes, nativeApps } from "./plugin.js";
