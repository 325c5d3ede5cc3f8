import { base64url, type CryptoKey } from "jose";
import type { Algorithm } from "./check.js";

/** The names of Web Crypto for the algorithms of RFC 7518 and RFC 8037. */
const methods: Readonly<Record<Algorithm, { readonly name: string; readonly hash?: string }>> = {
  ES256: { name: "ECDSA", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
  RS256: { name: "RSASSA-PKCS1-v1_5" },
};

const utf8 = new TextEncoder();

/** Whether the last part of a token is the signature of the other parts (RFC 7515, section 5.2). */
export async function isSignedBy(key: CryptoKey, algorithm: Algorithm, token: string): Promise<boolean> {
  const end = token.lastIndexOf(".");
  try {
    const signature = new Uint8Array(base64url.decode(token.slice(end + 1)));
    return await crypto.subtle.verify(methods[algorithm], key, signature, utf8.encode(token.slice(0, end)));
  } catch {
    // The signature is not base64url, or the key is of another algorithm.
    return false;
  }
}
