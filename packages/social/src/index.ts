export { type CallbackCode, callbackCodes } from "./callback-codes.js";
export { type SocialErrorCode, socialErrors } from "./errors.js";
export type { Claims, IdTokenRules } from "./id-token.js";
export type { Identity } from "./identity.js";
export type { LinkingOptions, SocialOptions } from "./options.js";
export { type SocialEndpoints, type SocialOperatorEndpoints, type SocialPlugin, social } from "./plugin.js";
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
