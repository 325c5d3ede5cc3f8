import { type CryptoKey, importJWK, type JWK } from "jose";
import { algorithmOf, type PublicKey } from "./check.js";

/** RFC 7518, section 3.3. */
const minRsaBits = 2048;

/** The public key of a JWK; null: for another use, too short, or of an algorithm that this platform does not have. */
export async function importPublicKey(jwk: JWK): Promise<PublicKey | null> {
  const algorithm = algorithmOf(jwk);
  if (algorithm === null || jwk.kty === "oct" || (jwk.use !== undefined && jwk.use !== "sig")) return null;
  const { kty, crv, x, y, n, e } = jwk;
  try {
    // Only the members of a public key: a private member would make a key that signs.
    const key = (await importJWK({ kty, crv, x, y, n, e } as JWK, algorithm)) as CryptoKey;
    const { modulusLength = minRsaBits } = key.algorithm as { readonly modulusLength?: number };
    return modulusLength < minRsaBits ? null : { algorithm, key };
  } catch {
    return null;
  }
}
