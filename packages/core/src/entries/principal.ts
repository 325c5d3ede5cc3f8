// For plugins that read credentials of machines, e.g. API keys: who calls, and the format of secrets that people paste.
export type {
  ApiKeyPrincipal,
  MachinePrincipal,
  Principal,
  PrincipalKind,
  PrincipalLimit,
  PrincipalPermissions,
  PrincipalRequirement,
  SessionPrincipal,
} from "../contract/principal.js";
export { isEqual } from "../secret/hash.js";
export {
  isSecretPrefix,
  looksLikeKey,
  makePastedSecret,
  type PastedSecret,
  readPastedSecret,
} from "../secret/pasted-secret.js";
export type { PresentedCredential } from "../session/principal/credentials.js";
export { principalErrors } from "../session/principal/errors.js";
export {
  type GetPrincipal,
  type PrincipalEndpoints,
  principalEndpoints,
  type RequestUrl,
} from "../session/principal/get-principal.js";
export {
  type PrincipalCall,
  type PrincipalHooks,
  principalAllows,
  principalOf,
  principalOfSession,
} from "../session/principal/principal.js";
export { rateLimitHeaders } from "../session/principal/rate-limit-headers.js";
export { requirePrincipal } from "../session/principal/require.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
