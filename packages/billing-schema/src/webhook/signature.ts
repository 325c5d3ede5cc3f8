import type { KeyBytes } from "./secret.js";

const algorithm = { name: "HMAC", hash: "SHA-256" };

export async function signingKey(bytes: KeyBytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
}

/** The signed bytes: the id, the digits of the time and the raw body, with dots between. A private copy. */
export interface SignedContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The part with the body. */
  readonly body: Uint8Array<ArrayBuffer>;
}

export function signedContent(id: string, timestamp: string, body: Uint8Array): SignedContent {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = new Uint8Array(start.length + body.length);
  bytes.set(start);
  bytes.set(body, start.length);
  return { bytes, body: bytes.subarray(start.length) };
}

/** HMAC-SHA256 in base64, padded: 44 characters. */
export async function signatureOf(key: CryptoKey, content: SignedContent): Promise<string> {
  const digest = await crypto.subtle.sign(algorithm.name, key, content.bytes);
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** A rotation signs with a few keys; 10,000 entries are an attack, and the rest of such a list is not looked at. */
const maximumEntries = 64;

/**
 * The v1 signatures among the first 64 entries of the list, without padding. Other versions, and entries other than 32
 * bytes in base64, are left out.
 */
export function candidatesIn(list: string): readonly string[] {
  return list
    .split(" ", maximumEntries)
    .map((entry) => /^v1,([A-Za-z0-9+/]{43})=?$/.exec(entry)?.[1])
    .filter((candidate) => candidate !== undefined);
}

/**
 * True if a candidate is an expected signature. Compares every pair to the end, so the time does not depend on the
 * first difference. Compares text, not bytes: so there is one way to write a signature.
 */
export function anyMatches(candidates: readonly string[], expected: readonly string[]): boolean {
  let matches = 0;
  for (const candidate of candidates) {
    for (const signature of expected) matches |= Number(difference(candidate, signature) === 0);
  }
  return matches === 1;
}

/** Of the 43 significant characters. */
function difference(candidate: string, signature: string): number {
  let bits = 0;
  for (let index = 0; index < 43; index++) bits |= candidate.charCodeAt(index) ^ signature.charCodeAt(index);
  return bits;
}
