const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Maximum bytes of a `getRandomValues` call (Web Cryptography API). */
const maxDrawBytes = 65_536;

/**
 * Random text of `length` characters from `alphabet`, uniformly distributed: bytes that would favor the first
 * characters of the alphabet are discarded.
 */
export function randomText(length: number, alphabet: string = alphanumeric): string {
  const fair = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    const most = Math.min((length - text.length) * 2, maxDrawBytes);
    for (const byte of crypto.getRandomValues(new Uint8Array(most))) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** A random number from 0 up to, not including, 1. */
export const randomFraction = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
