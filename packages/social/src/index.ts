export { type SocialErrorCode, socialErrors } from "./errors.js";
export { type CallbackCode, callbackCodes } from "./flow/callback-codes.js";
export type { Identity } from "./identity/identity.js";
export type { Claims, IdTokenRules } from "./oauth/id-token.js";
export type { LinkingOptions, SocialOptions } from "./options.js";
export { type SocialEndpoints, type SocialPlugin, type SocialServerEndpoints, social } from "./plugin.js";
export {
  type CallbackParameters,
  type ClientSecret,
  type Discovery,
  defineProvider,
  type GivenIdentity,
  type JsonObject,
  type MappedUser,
  type ProfileRequest,
  type ProfileSource,
  type Provider,
  type ProviderDeclaration,
  type ProviderOptions,
  readStandardClaims,
  type ServerMetadata,
  type StandardClaims,
} from "./provider.js";
