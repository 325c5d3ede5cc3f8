/**
 * The two functions of jose in use. A bundler would keep the whole of jose's namespace if it were imported dynamically.
 */
export { SignJWT } from "jose/jwt/sign";
export { jwtVerify } from "jose/jwt/verify";
