/** Why a token is refused. `KEYS_UNAVAILABLE`: the token was not judged, because no key could be fetched. */
export type TokenErrorCode =
  | "TOKEN_MALFORMED"
  | "TOKEN_TOO_LARGE"
  | "TOKEN_TYPE_NOT_ALLOWED"
  | "TOKEN_ALGORITHM_NOT_ALLOWED"
  | "TOKEN_KEY_UNKNOWN"
  | "TOKEN_SIGNATURE_INVALID"
  | "TOKEN_CLAIM_INVALID"
  | "TOKEN_ISSUER_NOT_ALLOWED"
  | "TOKEN_AUDIENCE_NOT_ALLOWED"
  | "TOKEN_EXPIRED"
  | "TOKEN_NOT_YET_VALID"
  | "KEYS_UNAVAILABLE";

/**
 * A token was refused. The error has no claim of the token: a caller gets all claims of a valid token, or no
 * claim.
 */
export class TokenError extends Error {
  override readonly name = "TokenError";
  constructor(
    /** The reason, for a decision of the app. */
    readonly code: TokenErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
