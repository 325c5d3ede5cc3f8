import { areEqualBytes, isEqual, sha256Base64url } from "#digest";

/** The stored form of a secret: the SHA-256 hash, 43 characters of base64url. Only for secrets of 128 bits and more. */
export const fingerprint = (secret: string): string => sha256Base64url(secret);

export { areEqualBytes, isEqual };
