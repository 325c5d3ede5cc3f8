/** The two of jose's functions that are used here: of its namespace, loaded late, a bundler would keep everything. */
export { SignJWT } from "jose/jwt/sign";
export { jwtVerify } from "jose/jwt/verify";
