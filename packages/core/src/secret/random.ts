const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** What `getRandomValues` gives at once (Web Cryptography API). */
const maxDrawBytes = 65_536;

/**
 * Random text of `length` characters from `alphabet`, each equally likely:
 * bytes that would favour the first letters are thrown away.
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
