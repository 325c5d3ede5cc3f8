import { argon2id, scrypt } from "#password";
import { toHex } from "../secret/bytes.js";
import { areEqualBytes } from "../secret/hash.js";
import type { Check } from "./equalize-timing.js";
import {
  formatHash,
  isComparable,
  type ParsedHash,
  type PasswordHashing,
  parseHash,
  previousHashing,
} from "./format.js";
import type { PasswordVerifier } from "./verifier.js";

const hashLength = 32;
const previousHashLength = 64;
const saltLength = 16;
/** No supported form of hash is longer. */
const maxHashLength = 1024;

/** Checks of passwords against stored hashes, to be run by a queue. */
export interface Checks {
  /** Parses a stored hash of this library or of the previous library; null for any other. */
  parse(stored: string): ParsedHash | null;
  /** The app's verifier for a stored hash of another form. */
  verifierOf(stored: string): PasswordVerifier | undefined;
  /** The recipe and a new salt for a new hash. */
  withNewSalt(): ParsedHash;
  /** Whether the password matches the stored hash. Without a readable hash the check costs as much. */
  checkOf(stored: string | null, password: string): Check<boolean>;
  /** See `Passwords.match`. */
  matchOf(stored: readonly string[], password: string): Check<string | null>;
}

/** `isPrevious`: new hashes have the form and the recipe of the previous library. */
export function createChecks(
  given: PasswordHashing,
  verifiers: readonly PasswordVerifier[],
  isPrevious = false,
): Checks {
  const hashing: PasswordHashing = isPrevious ? previousHashing : given;
  const saltOf = (bytes: Uint8Array): Uint8Array => (isPrevious ? new TextEncoder().encode(toHex(bytes)) : bytes);
  const hash = new Uint8Array(isPrevious ? previousHashLength : hashLength);
  // The hash of no user: the salt is not random, since a worker refuses randomness while modules load.
  const model: ParsedHash = { ...hashing, salt: saltOf(new Uint8Array(saltLength)), hash, isPhc: !isPrevious };
  const parse = (stored: string): ParsedHash | null => (stored.length > maxHashLength ? null : parseHash(stored));
  const verifierOf = (stored: string): PasswordVerifier | undefined =>
    stored.length > maxHashLength ? undefined : verifiers.find((verifier) => verifier.recognises(stored));

  const withNewSalt = (): ParsedHash => ({
    ...model,
    salt: saltOf(crypto.getRandomValues(new Uint8Array(saltLength))),
  });

  function matchOf([first, ...others]: readonly string[], password: string): Check<string | null> {
    const known = first === undefined ? null : parse(first);
    if (first === undefined || !known) {
      const { kind, run } = checkOf(first ?? null, password);
      return { kind, run: async () => ((await run()) && first) || null };
    }
    const compared = [first, ...others].flatMap((text) => {
      const parsed = parse(text);
      return parsed && isComparable(parsed, known) ? [{ text, hash: parsed.hash }] : [];
    });
    const run = async (): Promise<string | null> => {
      const made = await derive(known, password, known.salt, known.hash.length);
      return compared.find(({ hash }) => areEqualBytes(made, hash))?.text ?? null;
    };
    return { kind: kindOf(known), run };
  }

  function checkOf(stored: string | null, password: string): Check<boolean> {
    const noMatch = { kind: kindOf(hashing), run: async () => (await matches(model, password)) && false };
    if (stored === null) return noMatch;
    const known = parse(stored);
    if (known) return { kind: kindOf(known), run: () => matches(known, password) };
    const verifier = verifierOf(stored);
    return verifier ? { kind: verifier.name, run: () => verifier.verify(stored, password) } : noMatch;
  }

  return { parse, verifierOf, withNewSalt, checkOf, matchOf };
}

/** Hashes of one kind have equal costs. */
export const kindOf = (hashing: PasswordHashing): string => formatHash(hashing, new Uint8Array(), new Uint8Array());

async function matches({ salt, hash, ...hashing }: ParsedHash, password: string): Promise<boolean> {
  return areEqualBytes(await derive(hashing, password, salt, hash.length), hash);
}

/** NFKC first (SP 800-63B-4), so that a password typed on another keyboard still matches. */
export function derive(
  hashing: PasswordHashing,
  password: string,
  salt: Uint8Array,
  length: number,
): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(password.normalize("NFKC"));
  return hashing.algorithm === "argon2id"
    ? argon2id(bytes, salt, hashing.cost, length)
    : scrypt(bytes, salt, hashing.cost, length);
}
