import { constantTimeEqual } from "@oslojs/crypto/subtle";
import { argon2id, nativeArgon2, parallelHashes, scrypt } from "#password";
import { type Check, createPace, type Stopwatch } from "./equalize-timing.js";
import { formatHash, isSameRecipe, type ParsedHash, parseHash, type Recipe } from "./format.js";
import { createQueue } from "./queue.js";
import type { PasswordVerifier } from "./verifier.js";

/** Argon2id at OWASP's strength (m = 19 MiB, t = 2, p = 1). */
export const argon2idRecipe: Recipe = { algorithm: "argon2id", cost: { memoryKiB: 19_456, passes: 2, parallelism: 1 } };
/** Scrypt at OWASP's strength (N = 2^15, r = 8, p = 3). */
export const scryptRecipe: Recipe = { algorithm: "scrypt", cost: { logN: 15, blockSize: 8, parallelism: 3 } };

/** What this platform runs best. */
export const defaultRecipe: Recipe = nativeArgon2 ? argon2idRecipe : scryptRecipe;

/** Refused before any work: more passwords wait to be hashed than the queue holds. */
export class HashQueueFull extends Error {
  override readonly name = "HashQueueFull";
}

/** Turns passwords into stored hashes and checks them, off the event loop, never more at a time than leaves a core free. */
export interface Passwords {
  /** A PHC string. Rejects with `HashQueueFull`. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password made the stored hash. Without a hash (`null`), or with one that cannot be read, it costs the
   * same and says no. Rejects with `HashQueueFull`.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Whether a hash should be made anew at the next sign-in, because it is of another recipe or another system's. */
  isOutdated(stored: string): boolean;
  /** Whether some password may match a hash, as far as its form tells. */
  isReadable(stored: string): boolean;
}

export interface PasswordOptions {
  readonly recipe: Recipe;
  /** How many may wait for their turn. */
  readonly waiting: number;
  /** For hashes that other systems made. Default none. */
  readonly verifiers?: readonly PasswordVerifier[];
  /** For tests. */
  readonly stopwatch?: Stopwatch;
}

/** One for the whole process, so that two auths in it still leave a core free. */
const processQueue = createQueue(parallelHashes, Number.POSITIVE_INFINITY);

const full = (): Promise<never> => Promise.reject(new HashQueueFull("Too many passwords wait to be hashed."));

const hashLength = 32;
const saltLength = 16;
/** No form of hash that is read is longer; nothing looks at what is. */
const longestHash = 1024;

export function createPasswords({ recipe, waiting, verifiers = [], stopwatch }: PasswordOptions): Passwords {
  const own = createQueue(parallelHashes, waiting);
  const enqueue = <T>(job: () => Promise<T>): Promise<T> =>
    own.run(async () => processQueue.run(job) ?? full()) ?? full();
  const pace = createPace(stopwatch);
  const stranger: ParsedHash = {
    ...recipe,
    salt: crypto.getRandomValues(new Uint8Array(saltLength)),
    hash: new Uint8Array(hashLength),
    isPhc: true,
  };
  const parse = (stored: string): ParsedHash | null => (stored.length > longestHash ? null : parseHash(stored));
  const verifierOf = (stored: string): PasswordVerifier | undefined =>
    stored.length > longestHash ? undefined : verifiers.find((verifier) => verifier.recognises(stored));

  function checkOf(stored: string | null, password: string): Check {
    const nobody = { kind: kindOf(recipe), run: async () => (await matches(stranger, password)) && false };
    if (stored === null) return nobody;
    const known = parse(stored);
    if (known) return { kind: kindOf(known), run: () => matches(known, password) };
    const verifier = verifierOf(stored);
    return verifier ? { kind: verifier.name, run: () => verifier.verify(stored, password) } : nobody;
  }

  return {
    hash(password) {
      const salt = crypto.getRandomValues(new Uint8Array(saltLength));
      return enqueue(async () => formatHash(recipe, salt, await derive(recipe, password, salt, hashLength)));
    },

    async verify(stored, password) {
      const check = checkOf(stored, password);
      return pace.even(await enqueue(() => pace.time(check)));
    },

    isOutdated(stored) {
      const known = parse(stored);
      return known ? !(known.isPhc && isSameRecipe(known, recipe)) : verifierOf(stored) !== undefined;
    },

    isReadable: (stored) => parse(stored) !== null || verifierOf(stored) !== undefined,
  };
}

const kindOf = (recipe: Recipe): string => formatHash(recipe, new Uint8Array(), new Uint8Array());

async function matches({ salt, hash, ...recipe }: ParsedHash, password: string): Promise<boolean> {
  return constantTimeEqual(await derive(recipe, password, salt, hash.length), hash);
}

/** NFKC first (SP 800-63B-4), so that a password typed on another keyboard still matches. */
function derive(recipe: Recipe, password: string, salt: Uint8Array, length: number): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(password.normalize("NFKC"));
  return recipe.algorithm === "argon2id"
    ? argon2id(bytes, salt, recipe.cost, length)
    : scrypt(bytes, salt, recipe.cost, length);
}
