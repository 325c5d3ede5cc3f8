export type { SocialEndpoints, SocialServerEndpoints } from "./endpoints.js";
export { type SocialErrorCode, socialErrors } from "./errors.js";
export { type CallbackCode, callbackCodes } from "./flow/callback-codes.js";
// Loads the other entry points: a compiler names the types of an app by them.
export type {} from "./for-providers.js";
export type { LinkingOptions, SocialOptions } from "./options.js";
export { type SocialPlugin, type SocialTypes, social } from "./plugin.js";
export type { Provider, ProviderOptions } from "./provider.js";
