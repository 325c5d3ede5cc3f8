import type { KeyObject } from "node:crypto";
import type { Cbor } from "./cbor.js";

/** The algorithms of passkeys: ECDSA with P-256, Ed25519, RSA (RFC 9053, RFC 8812). */
export type PasskeyAlgorithm = "ES256" | "EdDSA" | "RS256";

/**
 * The public key of a passkey as the map that an authenticator encodes (COSE, RFC 9053).
 *
 * @example encodeCbor(coseKeyOf("ES256", generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey))
 */
export function coseKeyOf(algorithm: PasskeyAlgorithm, publicKey: KeyObject): Map<number, Cbor> {
  const jwk = publicKey.export({ format: "jwk" });
  const bytes = (name: "x" | "y" | "n" | "e"): Buffer => Buffer.from(jwk[name] ?? "", "base64url");
  if (algorithm === "EdDSA")
    return new Map<number, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes("x")],
    ]);
  return algorithm === "ES256"
    ? new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes("x")],
        [-3, bytes("y")],
      ])
    : new Map<number, Cbor>([
        [1, 3],
        [3, -257],
        [-1, bytes("n")],
        [-2, bytes("e")],
      ]);
}
