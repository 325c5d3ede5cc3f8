// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { introspect } from "./routes/introspect.js";
import { getJwks } from "./routes/jwks.js";
import { rotateKeys } from "./routes/rotate-keys.js";
import { signJwt } from "./routes/sign-jwt.js";
import { getToken } from "./routes/token.js";
import { verifyJwt } from "./routes/verify-jwt.js";

/** The calls, each under the name that its URL gives. */
export interface JwtEndpoints {
  /** The public keys of the tokens, as a JSON Web Key Set (RFC 7517). May be cached for five minutes. */
  readonly jwks: typeof getJwks;
  /** Signs an access token for the session: other services check it by the keys of `GET /jwks`. */
  readonly token: typeof getToken;
}

/** The calls for the app's own server code: no client has them. */
export interface JwtServerEndpoints {
  /**
   * Whether an access token counts now: valid, its key not removed, its session not ended or restricted, its user not
   * banned (RFC 7662).
   */
  readonly introspect: typeof introspect;
  /**
   * Lets another key sign. `now`: after a leak, every earlier key is removed, and its tokens are refused. Else the next
   * key signs as soon as every verifier has it.
   */
  readonly rotateKeys: typeof rotateKeys;
  /** Signs a token with claims of the app. `type` tells its purpose: access tokens are "at+jwt", and refuse others. */
  readonly signJwt: typeof signJwt;
  /**
   * Checks a token of this auth. `payload` is null for every invalid token. The session is not asked: see `introspect`.
   */
  readonly verifyJwt: typeof verifyJwt;
}

export const endpoints: JwtEndpoints & JwtServerEndpoints = {
  introspect,
  jwks: getJwks,
  rotateKeys,
  signJwt,
  token: getToken,
  verifyJwt,
};
