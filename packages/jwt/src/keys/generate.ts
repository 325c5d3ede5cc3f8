import type { Algorithm } from "../token/check.js";

type KeyAlgorithm = EcKeyGenParams | RsaHashedKeyGenParams | { readonly name: "Ed25519" };

const algorithms: Readonly<Record<Algorithm, KeyAlgorithm>> = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  EdDSA: { name: "Ed25519" },
  // RFC 8725, section 3.2: at least 2048 bits.
  RS256: {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: "SHA-256",
  },
};

/** A new pair of keys, as JSON Web Keys (RFC 7517). */
export interface KeyPair {
  readonly publicKey: JsonWebKey;
  readonly privateKey: JsonWebKey;
}

/** Makes a pair of keys. */
export async function generateKeys(algorithm: Algorithm): Promise<KeyPair> {
  const pair = (await crypto.subtle.generateKey(algorithms[algorithm], true, ["sign", "verify"])) as CryptoKeyPair;
  const [{ kty, crv, x, y, n, e }, privateKey] = await Promise.all([
    crypto.subtle.exportKey("jwk", pair.publicKey),
    crypto.subtle.exportKey("jwk", pair.privateKey),
  ]);
  return { publicKey: { kty, crv, x, y, n, e } as JsonWebKey, privateKey };
}

/** A private key that signs, and that no code can export. */
export const importPrivateKey = ({ alg: _, ...jwk }: JsonWebKey, algorithm: Algorithm): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", { ...jwk, ext: false, key_ops: ["sign"] }, algorithms[algorithm], false, ["sign"]);

/** The signature of the bytes, in the form of RFC 7518, section 3. */
export async function signBytes(
  key: CryptoKey,
  algorithm: Algorithm,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const parameters = algorithm === "ES256" ? { name: "ECDSA", hash: "SHA-256" } : { name: algorithms[algorithm].name };
  return new Uint8Array(await crypto.subtle.sign(parameters, key, data));
}
