import { readMap } from "./cbor.js";
import { readKey } from "./public-key.js";

/** Whether the owner of a COSE key has signed the data. Throws for a malformed key or signature. */
export async function isSignedBy(
  publicKey: Uint8Array,
  { signature, data }: { readonly signature: Uint8Array<ArrayBuffer>; readonly data: Uint8Array<ArrayBuffer> },
): Promise<boolean> {
  const key = await readKey(readMap(publicKey).map);
  if (!key) throw new Error("The stored public key cannot verify signatures.");
  if (key.algorithm.name !== "ECDSA") return crypto.subtle.verify(key.algorithm, key, signature, data);
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, pairOf(signature), data);
}

/** In bytes: the numbers r and s of P-256. */
const numberLength = 32;

/** The two numbers of a signature in DER (RFC 3279, section 2.2.3), in the order and lengths of WebCrypto. */
export function pairOf(der: Uint8Array): Uint8Array<ArrayBuffer> {
  const [sequence, length] = der;
  if (sequence !== 0x30 || length !== der.length - 2) throw new Error("The signature is no DER sequence.");
  const r = readInteger(der, 2);
  const s = readInteger(der, r.end);
  if (s.end !== der.length) throw new Error("There are bytes behind the signature.");
  const pair = new Uint8Array(2 * numberLength);
  pair.set(r.bytes, numberLength - r.bytes.length);
  pair.set(s.bytes, 2 * numberLength - s.bytes.length);
  return pair;
}

/** A positive integer in the shortest form. */
function readInteger(der: Uint8Array, start: number): { readonly bytes: Uint8Array; readonly end: number } {
  const [tag, length = 0] = der.subarray(start);
  const end = start + 2 + length;
  const [first = 0, second = 0] = der.subarray(start + 2, end);
  const isPadded = first === 0;
  const bytes = der.subarray(start + 2 + (isPadded ? 1 : 0), end);
  const isShortest = isPadded ? length > 1 && second >= 0x80 : first < 0x80;
  if (tag !== 0x02 || length === 0 || end > der.length || !isShortest || bytes.length > numberLength)
    throw new Error("The signature has a malformed number.");
  return { bytes, end };
}
