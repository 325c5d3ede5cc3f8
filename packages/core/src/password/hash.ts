import { nativeArgon2, parallelHashes } from "#password";
import { areEqualBytes } from "../secret/hash.js";
import { createChecks, derive, kindOf } from "./checks.js";
import { createTimingEqualizer, realTime, type Stopwatch } from "./equalize-timing.js";
import { formatHash, formatPreviousHash, isComparable, isSameHashing, type PasswordHashing } from "./format.js";
import { createHashQueue } from "./queue.js";
import type { HashTurn } from "./turn.js";
import type { PasswordVerifier } from "./verifier.js";

/** Argon2id with the parameters of OWASP (m = 19 MiB, t = 2, p = 1). */
export const argon2idHashing: PasswordHashing = {
  algorithm: "argon2id",
  cost: { memoryKiB: 19_456, passes: 2, parallelism: 1 },
};
/** Scrypt with the parameters of OWASP (N = 2^15, r = 8, p = 3). */
export const scryptHashing: PasswordHashing = { algorithm: "scrypt", cost: { logN: 15, blockSize: 8, parallelism: 3 } };

/** The best recipe for this platform. */
export const defaultHashing: PasswordHashing = nativeArgon2 ? argon2idHashing : scryptHashing;

/** Hashes and verifies passwords, off the event loop, with one CPU core left free. */
export interface Passwords {
  /**
   * Answers with a PHC string. Rejects with `HashQueueFull`. `like`: a stored hash; if the stored hash can be parsed,
   * the new hash gets that recipe and salt, so that `match` compares a password with both by one hash. The duration
   * does not depend on `like`.
   */
  hash(password: string, turn: HashTurn, like?: string | null): Promise<string>;
  /**
   * Whether the password matches the stored hash. Without a hash (`null`), or with an unreadable hash, answers false at
   * equal cost. Rejects with `HashQueueFull`.
   */
  verify(stored: string | null, password: string, turn: HashTurn): Promise<boolean>;
  /**
   * The first of the stored hashes that the password matches, or null, at the cost of one hash. Only hashes with the
   * recipe and salt of the first hash are compared. `isRejected`: whether the call will fail; then the call takes as
   * long as every failure.
   */
  match(
    stored: readonly string[],
    password: string,
    turn: HashTurn,
    isRejected: (match: string | null) => boolean,
  ): Promise<string | null>;
  /** Whether two stored hashes have equal recipes, salts and results. */
  isSame(stored: string, other: string): boolean;
  /** Whether the next sign-in should replace a hash, because of another recipe or another system. */
  isOutdated(stored: string): boolean;
  /** Whether a hash has a supported form. */
  isReadable(stored: string): boolean;
}

export interface PasswordOptions {
  readonly hashing: PasswordHashing;
  /** The maximum expected wait of an accepted password, in seconds. */
  readonly queueSeconds: number;
  /** For hashes of other systems. Default: an empty list. */
  readonly verifiers?: readonly PasswordVerifier[];
  /**
   * The previous library verifies the hashes, too: new hashes have the form of that library, and no hash is replaced.
   * Default false.
   */
  readonly isPrevious?: boolean;
  /** For tests. */
  readonly stopwatch?: Stopwatch;
}

/**
 * One queue for all auths of the process: together the auths leave one CPU core free, and a network has one turn in all
 * auths.
 */
const queue = createHashQueue(parallelHashes);

export function createPasswords({
  hashing,
  queueSeconds,
  verifiers = [],
  isPrevious = false,
  stopwatch = realTime,
}: PasswordOptions): Passwords {
  const enqueue = createEnqueue(queueSeconds, stopwatch);
  const timing = createTimingEqualizer(stopwatch);
  const checks = createChecks(hashing, verifiers, isPrevious);
  const { parse } = checks;

  return {
    async hash(password, turn, like) {
      const model = (like && parse(like)) || checks.withNewSalt();
      const make = async (): Promise<string> => {
        const made = await derive(model, password, model.salt, model.hash.length);
        return isPrevious && !model.isPhc ? formatPreviousHash(model.salt, made) : formatHash(model, model.salt, made);
      };
      if (like === undefined) return enqueue(turn, make);
      const made = await enqueue(turn, () => timing.time({ kind: kindOf(model), run: make }));
      return timing.even(made);
    },

    async verify(stored, password, turn) {
      const timed = await enqueue(turn, () => timing.time(checks.checkOf(stored, password)));
      return timed.result || timing.even(timed);
    },

    async match(stored, password, turn, isRejected) {
      const timed = await enqueue(turn, () => timing.time(checks.matchOf(stored, password)));
      return isRejected(timed.result) ? timing.even(timed) : timed.result;
    },

    isSame(stored, other) {
      const [a, b] = [parse(stored), parse(other)];
      return a !== null && b !== null && isComparable(a, b) && areEqualBytes(a.hash, b.hash);
    },

    isOutdated(stored) {
      if (isPrevious) return false;
      const known = parse(stored);
      return known ? !(known.isPhc && isSameHashing(known, hashing)) : checks.verifierOf(stored) !== undefined;
    },

    isReadable: (stored) => parse(stored) !== null || checks.verifierOf(stored) !== undefined,
  };
}

/** Enqueues work, and measures the duration: the hashes of an auth have about the same cost. */
function createEnqueue(queueSeconds: number, { now }: Stopwatch) {
  let milliseconds = 0;
  const measured = async <T>(work: () => Promise<T>): Promise<T> => {
    const start = now();
    const result = await work();
    const duration = now() - start;
    milliseconds = milliseconds === 0 ? duration : milliseconds + (duration - milliseconds) / 8;
    return result;
  };
  return <T>(turn: HashTurn, work: () => Promise<T>): Promise<T> =>
    queue.run(() => measured(work), { turn, milliseconds, maxWaitMilliseconds: queueSeconds * 1000 });
}
