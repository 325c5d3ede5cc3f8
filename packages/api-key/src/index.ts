export type { ApiKeyEmail, ChangedKeyEmail, ExpiringKeyEmail, LeakedKeyEmail } from "./emails.js";
export type { ApiKeyEndpoints, ApiKeyServerEndpoints } from "./endpoints.js";
export { type ApiKeyErrorCode, apiKeyErrors } from "./errors.js";
export type { ApiKeyEvent } from "./events.js";
export type { ApiKeyHooks, NewApiKey } from "./hooks/offers.js";
export type { KeyError, KeyErrorDetails, KeyErrorReason, VerifiedKey } from "./key/verify.js";
export type { ApiKey, CreatedApiKey } from "./models.js";
export type { ApiKeyOffer, ApiKeyOptions, KeyLimit } from "./options.js";
export { type ApiKeyPlugin, type ApiKeyTypes, apiKey } from "./plugin.js";
