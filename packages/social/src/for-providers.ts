// For authors of providers.
export type { Identity } from "./identity/identity.js";
// Loads the other entry point: a compiler names the types of an app by them.
export type {} from "./index.js";
export type { Claims, IdTokenRules } from "./oauth/id-token.js";
export {
  type CallbackParameters,
  type ClientSecret,
  defineProvider,
  type GivenIdentity,
  type JsonObject,
  type MappedUser,
  type ProfileRequest,
  type ProfileSource,
  type ProviderDeclaration,
  readStandardClaims,
  type StandardClaims,
} from "./provider.js";
export type { Discovery, ServerMetadata } from "./server-metadata.js";
export type { TokenRevocation, TokenToRevoke } from "./token-revocation.js";
