import { fromBase64, fromHex } from "../../secret/bytes.js";
import { areEqualBytes } from "../../secret/hash.js";
import type { PasswordVerifier } from "../verifier.js";

/** The options of `pbkdf2`. */
export interface Pbkdf2Options {
  /** A hash with more iterations is not accepted: a row must not keep a process busy for minutes. Default 2,000,000. */
  readonly maxIterations?: number;
}

interface Pbkdf2Hash {
  readonly digest: string;
  readonly iterations: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly hash: Uint8Array<ArrayBuffer>;
}

/** The platform's name, and the length of the digest in bytes. */
const digests: ReadonlyMap<string, readonly [name: string, length: number]> = new Map([
  ["sha1", ["SHA-1", 20]],
  ["sha256", ["SHA-256", 32]],
  ["sha512", ["SHA-512", 64]],
]);

/**
 * Verifies PBKDF2 hashes of another system, in the forms `$pbkdf2-sha256$i=310000,l=32$salt$hash` (PHC),
 * `$pbkdf2-sha256$29000$salt$hash` (passlib), `pbkdf2_sha256$260000$salt$hash` (Django) and
 * `pbkdf2:sha256:600000$salt$hash` (Werkzeug).
 *
 * @example passwordVerifiers: [pbkdf2()]
 */
export function pbkdf2({ maxIterations = 2_000_000 }: Pbkdf2Options = {}): PasswordVerifier {
  const read = (stored: string): Pbkdf2Hash | null => {
    const parsed = parse(stored);
    return parsed && parsed.iterations >= 1 && parsed.iterations <= maxIterations ? parsed : null;
  };
  return {
    name: "pbkdf2",
    recognises: (stored) => read(stored) !== null,
    async verify(stored, password) {
      const parsed = read(stored);
      return parsed !== null && areEqualBytes(await derive(parsed, password), parsed.hash);
    },
  };
}

async function derive({ digest, iterations, salt, hash }: Pbkdf2Hash, password: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: digest, iterations, salt };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, hash.length * 8));
}

const base64 = "([A-Za-z0-9+/]{0,172}={0,2})";
const phc = new RegExp(`^\\$pbkdf2-(sha1|sha256|sha512)\\$i=(\\d{1,8})(?:,l=(\\d{1,3}))?\\$${base64}\\$${base64}$`);
const passlib = /^\$pbkdf2(?:-(sha256|sha512))?\$(\d{1,8})\$([A-Za-z0-9./]{0,172})\$([A-Za-z0-9./]{0,172})$/;
const django = new RegExp(`^pbkdf2_(sha1|sha256)\\$(\\d{1,8})\\$([^$]{1,128})\\$${base64}$`);
const werkzeug = /^pbkdf2:(sha1|sha256|sha512):(\d{1,8})\$([^$]{1,128})\$([0-9a-f]{32,128})$/;

function parse(stored: string): Pbkdf2Hash | null {
  const written = phc.exec(stored);
  if (written) {
    const [, digest, iterations, length, salt = "", hash = ""] = written;
    return hashOf(digest, iterations, fromBase64(salt), fromBase64(hash), length);
  }
  const [, digest = "sha1", iterations, salt, hash] = passlib.exec(stored) ?? [];
  if (iterations) return hashOf(digest, iterations, fromBase64(adapted(salt)), fromBase64(adapted(hash)));
  return parseText(stored);
}

/** The forms with a text salt, used without decoding. */
function parseText(stored: string): Pbkdf2Hash | null {
  const [, digest, iterations, salt = "", hash = ""] = django.exec(stored) ?? [];
  if (digest) return hashOf(digest, iterations, utf8(salt), fromBase64(hash));
  const [, ownDigest, ownIterations, ownSalt = "", hex = ""] = werkzeug.exec(stored) ?? [];
  return hashOf(ownDigest, ownIterations, utf8(ownSalt), fromHex(hex));
}

/** Null if a part is missing, or the hash has not the declared length, or not the length of the digest. */
function hashOf(
  digest: string | undefined,
  iterations: string | undefined,
  salt: Pbkdf2Hash["salt"] | null,
  hash: Pbkdf2Hash["hash"] | null,
  said?: string,
): Pbkdf2Hash | null {
  const [name, usual] = digests.get(digest ?? "") ?? [];
  const length = said === undefined ? usual : Number(said);
  // Too many passwords match a shorter hash.
  if (!name || !salt || !hash || hash.length !== length || length < 16 || length > 64) return null;
  return { digest: name, iterations: Number(iterations), salt, hash };
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Passlib's own base64 has a dot for the plus, and no padding. */
const adapted = (text = ""): string => text.replaceAll(".", "+");

// Loads the entry points: a compiler names the types of an app by them.
export type {} from "../../entries/plugin.js";
