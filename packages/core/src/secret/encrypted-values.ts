import { commonError } from "../contract/errors.js";
import { fromBase64url, toBase64url } from "./bytes.js";
import type { Keys } from "./keys.js";

/**
 * Encrypts text for the database: AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits. `boundTo` names the
 * storage location (authenticated data), so that the text decrypts nowhere else.
 */
export interface EncryptedValues {
  encrypt(boundTo: readonly string[], text: string): Promise<string>;
  /**
   * Decrypts; null if the value was not encrypted by this server for this location. A text that was never encrypted is
   * returned unchanged.
   */
  open(boundTo: readonly string[], stored: string): Promise<OpenedValue | null>;
  /**
   * Decrypts a value without which the call cannot go on. `what` names the value in the log, e.g. "A token".
   *
   * @throws AuthError SERVICE_UNAVAILABLE if the value cannot be decrypted, with the reason for the log
   */
  openOrFail(boundTo: readonly string[], stored: string, what: string): Promise<OpenedValue>;
}

/** A decrypted value. */
export interface OpenedValue {
  readonly text: string;
  /** Whether an older secret encrypted the value: without that secret the value is lost, so encrypt the value again. */
  readonly isOutdated: boolean;
}

const lead = "sealed1.";
const nonceBytes = 12;
const retryAfterSeconds = 60;

const utf8 = new TextEncoder();

/** Whether a stored text has the form of an encrypted value. */
export const isEncrypted = (stored: string): boolean => stored.startsWith(lead);

export function createEncryptedValues(keys: Keys): EncryptedValues {
  const imported = new Map<Uint8Array, Promise<CryptoKey>>();
  const importKey = (bytes: Uint8Array): Promise<CryptoKey> => {
    const known = imported.get(bytes);
    if (known) return known;
    const key = crypto.subtle.importKey("raw", Uint8Array.from(bytes), "AES-GCM", false, ["encrypt", "decrypt"]);
    imported.set(bytes, key);
    return key;
  };

  const open: EncryptedValues["open"] = async (boundTo, stored) => {
    if (!isEncrypted(stored)) return { text: stored, isOutdated: false };
    const whole = fromBase64url(stored.slice(lead.length));
    if (!whole) return null;
    for (const [age, { bytes }] of keys.entries()) {
      try {
        const from = algorithm(whole.subarray(0, nonceBytes), boundTo);
        const opened = await crypto.subtle.decrypt(from, await importKey(bytes), whole.subarray(nonceBytes));
        return { text: new TextDecoder().decode(opened), isOutdated: age > 0 };
      } catch {
        // Encrypted with another key or for another location, or changed since: these cases cannot be told apart.
      }
    }
    return null;
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
      return lead + toBase64url(whole);
    },

    open,

    async openOrFail(boundTo, stored, what) {
      return (await open(boundTo, stored)) ?? failUnreadable(what);
    },
  };
}

/** The log message for a value that cannot be decrypted. */
export const unreadable = (what: string): string =>
  `${what} cannot be decrypted: the \`secret\` of its encryption is missing in the list, or it belongs to another row.`;

/**
 * Fails the call that needs a value which cannot be decrypted.
 *
 * @param what The value in the log, e.g. "A token".
 * @throws AuthError SERVICE_UNAVAILABLE: the value is there, and the secret of the encryption is not
 */
export function failUnreadable(what: string): never {
  const headers = { "retry-after": String(retryAfterSeconds) };
  throw commonError("SERVICE_UNAVAILABLE", { headers, cause: new Error(unreadable(what)) });
}

const algorithm = (nonce: Uint8Array<ArrayBuffer>, boundTo: readonly string[]): AesGcmParams => ({
  name: "AES-GCM",
  iv: nonce,
  additionalData: utf8.encode(JSON.stringify(boundTo)),
});
