type Bytes = Uint8Array | ArrayBuffer;

/** Randomness and SHA-256 of the platform. Default: the global `crypto`, which React Native lacks. */
export interface AppCrypto {
  /** Bytes of a cryptographically secure generator. */
  randomBytes(size: number): Uint8Array | Promise<Uint8Array>;
  sha256(data: Uint8Array<ArrayBuffer>): Bytes | Promise<Bytes>;
}

export const webCrypto: AppCrypto = {
  randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
  sha256: (data) => crypto.subtle.digest("SHA-256", data),
};

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Base64url without padding (RFC 4648, section 5). By hand, because React Native has no `btoa` in older releases. */
function base64url(given: Bytes): string {
  let text = "";
  let bits = 0;
  let size = 0;
  for (const byte of new Uint8Array(given)) {
    bits = (bits << 8) | byte;
    size += 8;
    for (; size >= 6; size -= 6) text += alphabet[(bits >> (size - 6)) & 63];
    bits &= (1 << size) - 1;
  }
  return size > 0 ? text + alphabet[(bits << (6 - size)) & 63] : text;
}

/** Random text of `size` bytes. */
export const randomText = async ({ randomBytes }: AppCrypto, size: number): Promise<string> =>
  base64url(await randomBytes(size));

/** The PKCE challenge of a verifier (RFC 7636, section 4.2). A verifier is ASCII. */
export const challengeOf = async ({ sha256 }: AppCrypto, verifier: string): Promise<string> =>
  base64url(await sha256(Uint8Array.from(verifier, (letter) => letter.charCodeAt(0))));
