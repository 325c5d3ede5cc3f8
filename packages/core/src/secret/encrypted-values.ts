import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import type { Keys } from "./keys.js";

/**
 * Encrypts text for the database: AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits. `boundTo` names the
 * storage location (authenticated data), so that the text decrypts nowhere else.
 */
export interface EncryptedValues {
  encrypt(boundTo: readonly string[], text: string): Promise<string>;
  /**
   * Decrypts; null if it was not encrypted by this server for this location. A text that was never encrypted is
   * returned unchanged.
   */
  open(boundTo: readonly string[], stored: string): Promise<string | null>;
}

const lead = "sealed1.";
const nonceBytes = 12;

const utf8 = new TextEncoder();

export function createEncryptedValues(keys: Keys): EncryptedValues {
  const imported = new Map<Uint8Array, Promise<CryptoKey>>();
  const importKey = (bytes: Uint8Array): Promise<CryptoKey> => {
    const known = imported.get(bytes);
    if (known) return known;
    const key = crypto.subtle.importKey("raw", Uint8Array.from(bytes), "AES-GCM", false, ["encrypt", "decrypt"]);
    imported.set(bytes, key);
    return key;
  };

  return {
    async encrypt(boundTo, text) {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const encrypted = await crypto.subtle.encrypt(
        algorithm(nonce, boundTo),
        await importKey(keys[0].bytes),
        utf8.encode(text),
      );
      const whole = new Uint8Array(nonceBytes + encrypted.byteLength);
      whole.set(nonce);
      whole.set(new Uint8Array(encrypted), nonceBytes);
      return lead + encodeBase64urlNoPadding(whole);
    },

    async open(boundTo, stored) {
      if (!stored.startsWith(lead)) return stored;
      const whole = decode(stored.slice(lead.length));
      if (!whole) return null;
      for (const { bytes } of keys) {
        try {
          const from = algorithm(whole.subarray(0, nonceBytes), boundTo);
          const opened = await crypto.subtle.decrypt(from, await importKey(bytes), whole.subarray(nonceBytes));
          return new TextDecoder().decode(opened);
        } catch {
          // Encrypted with another key or for another location, or changed since: these cases cannot be told apart.
        }
      }
      return null;
    },
  };
}

const algorithm = (nonce: Uint8Array<ArrayBuffer>, boundTo: readonly string[]): AesGcmParams => ({
  name: "AES-GCM",
  iv: nonce,
  additionalData: utf8.encode(JSON.stringify(boundTo)),
});

function decode(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(decodeBase64urlIgnorePadding(text));
  } catch {
    return null;
  }
}
