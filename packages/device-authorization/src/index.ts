export type { DeviceAuthorizationEndpoints } from "./endpoints.js";
export { type DeviceAuthorizationErrorCode, deviceAuthorizationErrors } from "./errors.js";
export type { DeviceAuthorizationEvent } from "./events.js";
export type { DeviceSession } from "./models.js";
export type { DeviceAuthorizationOptions, DeviceClient, DeviceOrigin } from "./options.js";
export { type DeviceAuthorizationPlugin, type DeviceAuthorizationTypes, deviceAuthorization } from "./plugin.js";
