export type { OneTimeTokenEndpoints } from "./endpoints.js";
export { type OneTimeTokenErrorCode, oneTimeTokenErrors } from "./errors.js";
export type { ParentSession } from "./models.js";
export type { OneTimeTokenOptions } from "./options.js";
export { type OneTimeTokenPlugin, type OneTimeTokenTypes, oneTimeToken } from "./plugin.js";
