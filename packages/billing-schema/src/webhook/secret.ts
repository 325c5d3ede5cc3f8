/** A secret, or several during a change of secrets. */
export type WebhookSecret = string | readonly string[];

export type KeyBytes = Uint8Array<ArrayBuffer>;

const standardPrefix = "whsec_";
/** The public prefixes of secrets. */
const prefixes = [standardPrefix, "polar_whs_"];

/**
 * The secrets as a list with at least one, each not empty after the prefix. Never trimmed: the provider uses secrets
 * untrimmed.
 *
 * @throws TypeError when there is no secret, or an empty secret: with an empty key any client could sign
 */
export function secretsOf(secret: WebhookSecret): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length === 0) throw new TypeError("secret: the list is empty; give at least one.");
  return secrets.map((one) => {
    if (typeof one !== "string") {
      throw new TypeError("secret: not a string; is the environment variable of the webhook secret set?");
    }
    const prefix = prefixes.find((start) => one.trimStart().startsWith(start)) ?? "";
    if (one.trim().slice(prefix.length) === "") {
      throw new TypeError("secret: empty, or only its prefix; copy it from the provider's webhook settings.");
    }
    return one;
  });
}

/** Standard Webhooks: a secret has 24 to 64 random bytes. */
const minSecretBytes = 24;

/**
 * Throws for a short secret, because with a single delivery an attacker could guess the secret offline. Counts the
 * bytes after the prefix: decoded as base64 after `whsec_`, else as UTF-8. For the configuration of an app;
 * `webhookVerifier` verifies with any length.
 *
 * @throws TypeError for a secret of fewer than 24 bytes, and as `webhookVerifier` does
 */
export function checkSecretLength(secret: WebhookSecret): void {
  if (secretsOf(secret).every((one) => byteLength(one) >= minSecretBytes)) return;
  throw new TypeError(
    `secret: has fewer than ${minSecretBytes} bytes; copy all of it from the provider's webhook settings, prefix included.`,
  );
}

function byteLength(secret: string): number {
  const whole = secret.trim();
  const prefix = prefixes.find((start) => whole.startsWith(start)) ?? "";
  const decoded = prefix === standardPrefix ? standardKey(whole) : null;
  return (decoded ?? providerKey(whole.slice(prefix.length))).length;
}

/** The provider's own derivation: the UTF-8 of all of the secret, prefix included. */
export function providerKey(secret: string): KeyBytes {
  return new TextEncoder().encode(secret);
}

/**
 * The key of Standard Webhooks: base64, with or without `whsec_` before. null if the text is not base64, or only zeros,
 * because HMAC treats zeros as the empty key.
 */
export function standardKey(secret: string): KeyBytes | null {
  const bytes = decodeBase64(secret.startsWith(standardPrefix) ? secret.slice(standardPrefix.length) : secret);
  return bytes?.some((byte) => byte !== 0) ? bytes : null;
}

/** Every possible signing key, each once: the provider changed the derivation for secrets made from September 2026. */
export function keysOf(secrets: readonly string[]): readonly KeyBytes[] {
  const keys = new Map<string, KeyBytes>();
  for (const secret of secrets) {
    for (const key of [providerKey(secret), standardKey(secret)]) {
      if (key) keys.set(key.join(), key);
    }
  }
  return [...keys.values()];
}

/** Padding may be absent, and the unused bits of the last digit may have any value: other libraries accept both. */
function decodeBase64(text: string): KeyBytes | null {
  const digits = text.replace(/={1,2}$/, "");
  if (!/^[A-Za-z0-9+/]+$/.test(digits) || digits.length % 4 === 1) return null;
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
}
