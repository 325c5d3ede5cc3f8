import { createMac, hmacSha256 } from "#digest";

/** The purpose of a key. A value is valid for one purpose only. */
export type Purpose = "cookie" | "secondary storage" | "signed value" | "sealed value";

export interface Key {
  readonly bytes: Uint8Array;
  /** HMAC-SHA-256 of UTF-8 text: base64 with padding, 44 characters. */
  readonly mac: (text: string) => string;
}

/** The keys for a purpose, newest first: the first key signs, all keys verify. */
export type Keys = readonly [Key, ...Key[]];

const utf8 = new TextEncoder();

/** HKDF-SHA-256 (RFC 5869) to 32 bytes: one block, so expand is one HMAC. */
export function deriveKey(secret: Uint8Array, salt: Uint8Array, info: Uint8Array): Uint8Array {
  const pseudorandom = hmacSha256(salt, secret);
  const block = new Uint8Array(info.length + 1);
  block.set(info);
  block[info.length] = 1;
  return hmacSha256(pseudorandom, block);
}

type Secrets = readonly [string, ...string[]];

/**
 * A key per secret, newest secret first. The keys depend on the secrets alone, so two auths with equal secrets have
 * equal keys: use them for values that the database confirms.
 */
export const keysFor = (purpose: Purpose, secrets: Secrets): Keys => derivedBy(secrets, `keyhold/${purpose}/v1`);

/** What tells an auth from others with an equal secret. */
export interface AuthName {
  readonly origin: string;
  readonly publicPath: string;
  readonly id: string | null;
}

/**
 * Keys of a single auth, for values that are trusted without the database: an auth with another URL or another `id` has
 * other keys.
 */
export const ownKeysFor = (purpose: Purpose, secrets: Secrets, { origin, publicPath, id }: AuthName): Keys =>
  derivedBy(secrets, `keyhold/${purpose}/v2/${JSON.stringify([origin, publicPath, id])}`);

function derivedBy([newest, ...older]: Secrets, info: string): Keys {
  const derive = (secret: string): Key => {
    const bytes = deriveKey(utf8.encode(secret), utf8.encode("keyhold"), utf8.encode(info));
    return { bytes, mac: createMac(bytes) };
  };
  return [derive(newest), ...older.map(derive)];
}
