export type { JwtEndpoints, JwtServerEndpoints } from "./endpoints.js";
export { type JwtErrorCode, jwtErrors } from "./errors.js";
export type { JwtEvent } from "./events.js";
export { type ReadToken, readToken } from "./issue/read.js";
export type { JwtSession } from "./models.js";
export type { ClaimsOf, JwtOptions, JwtSigner } from "./options.js";
export { type JwtPlugin, type JwtTypes, jwt } from "./plugin.js";
export type { Algorithm, PublishedKey, TokenClaims } from "./token/check.js";
