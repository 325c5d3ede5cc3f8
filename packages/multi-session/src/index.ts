export type { MultiSessionEndpoints } from "./endpoints.js";
export { type MultiSessionErrorCode, multiSessionErrors } from "./errors.js";
export type { MultiSessionOptions } from "./options.js";
export { type MultiSessionPlugin, type MultiSessionStores, type MultiSessionTypes, multiSession } from "./plugin.js";
