import { toBase64url } from "./base64.js";
import { isEd25519Point } from "./ed25519.js";

/** The algorithms of keys, by their numbers in COSE (RFC 9053), the preferred algorithm first: ES256, EdDSA, RS256. */
export const algorithms = [-7, -8, -257] as const;

/** An RSA key of 8,192 bits has about half as many. */
export const maxKeyBytes = 2048;

/** The numbers of the members of a COSE key (RFC 9052 and 9053). */
const labels = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, n: -1, e: -2 } as const;

/** A COSE key. */
export interface CoseKey {
  get(label: number): unknown;
}

interface ReadKey {
  readonly jwk: JsonWebKey;
  readonly algorithm: Parameters<SubtleCrypto["importKey"]>[2];
}

/**
 * Whether a key can verify signatures: without attestation no signature is checked at registration, and a passkey with
 * another key could never sign in. The import checks that a point of P-256 is on the curve.
 */
export const isUsableKey = async (key: CoseKey): Promise<boolean> => (await readKey(key)) !== null;

/** The key for the verification of signatures; null for a key that cannot verify signatures. */
export async function readKey(key: CoseKey): Promise<CryptoKey | null> {
  const alg = key.get(labels.alg);
  const read = typeof alg === "number" ? readers[alg]?.(key) : null;
  if (!read) return null;
  try {
    return await crypto.subtle.importKey("jwk", read.jwk, read.algorithm, false, ["verify"]);
  } catch {
    return null;
  }
}

const bytesAt = (key: CoseKey, label: number): Uint8Array | null => {
  const value = key.get(label);
  return value instanceof Uint8Array ? value : null;
};

const readers: Readonly<Record<number, (key: CoseKey) => ReadKey | null>> = {
  [-7](key) {
    const [x, y] = [bytesAt(key, labels.x), bytesAt(key, labels.y)];
    const isP256 = key.get(labels.kty) === 2 && key.get(labels.crv) === 1 && x?.length === 32 && y?.length === 32;
    if (!isP256) return null;
    const jwk = { kty: "EC", crv: "P-256", x: toBase64url(x), y: toBase64url(y) };
    return { jwk, algorithm: { name: "ECDSA", namedCurve: "P-256" } };
  },
  [-8](key) {
    const x = bytesAt(key, labels.x);
    const isEd25519 = key.get(labels.kty) === 1 && key.get(labels.crv) === 6 && x?.length === 32 && isEd25519Point(x);
    return isEd25519
      ? { jwk: { kty: "OKP", crv: "Ed25519", x: toBase64url(x) }, algorithm: { name: "Ed25519" } }
      : null;
  },
  [-257](key) {
    const [n, e] = [bytesAt(key, labels.n), bytesAt(key, labels.e)];
    const isRsa = key.get(labels.kty) === 3 && n !== null && e !== null && isModulus(n) && isExponent(e);
    if (!isRsa) return null;
    const jwk = { kty: "RSA", n: toBase64url(n), e: toBase64url(e) };
    return { jwk, algorithm: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } };
  },
};

/** 2,048 to 8,192 bits: a longer key costs the server more than the client. */
function isModulus(n: Uint8Array): boolean {
  const first = n.findIndex((byte) => byte !== 0);
  const bits = first < 0 ? 0 : (n.length - first) * 8 - Math.clz32(n[first] ?? 0) + 24;
  return bits >= 2048 && bits <= 8192 && ((n.at(-1) ?? 0) & 1) === 1;
}

/** Odd, and from 3 to 2^32: with 1 each text is its own signature. */
function isExponent(e: Uint8Array): boolean {
  const value = e.length > 4 ? 0 : e.reduce((sum, byte) => sum * 256 + byte, 0);
  return value >= 3 && value % 2 === 1;
}
