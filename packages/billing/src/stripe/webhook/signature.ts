const algorithm = { name: "HMAC", hash: "SHA-256" };

/** The key of a secret: the UTF-8 of all of it, with the prefix. */
export const signingKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["verify"]);

/** A rotation signs with a few keys; the rest of a longer list is not looked at. */
const maxParts = 64;

/** The v1 signatures among the first 64 parts of the header, in hexadecimal. */
export const candidatesIn = (header: string): readonly string[] =>
  header.split(",", maxParts).flatMap((part) => /^\s*v1=([0-9a-f]{64})\s*$/.exec(part)?.[1] ?? []);

/** What is signed: the digits of the time and the raw body, with a dot between. */
export interface SignedContent {
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/** Whether a signature is of one of the keys. The platform compares in constant time. */
export async function matches(
  keys: readonly CryptoKey[],
  candidates: readonly string[],
  { timestamp, body }: SignedContent,
): Promise<boolean> {
  const start = new TextEncoder().encode(`${timestamp}.`);
  const content = new Uint8Array(start.length + body.length);
  content.set(start);
  content.set(body, start.length);
  const verified = await Promise.all(
    candidates.flatMap((candidate) =>
      keys.map((key) => crypto.subtle.verify(algorithm.name, key, bytesOf(candidate), content)),
    ),
  );
  return verified.includes(true);
}

const bytesOf = (hexadecimal: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
