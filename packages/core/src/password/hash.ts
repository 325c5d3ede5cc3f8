import { nativeArgon2, parallelHashes } from "#password";
import { areEqualBytes } from "../secret/hash.js";
import { createChecks, derive, kindOf } from "./checks.js";
import { createTimingEqualizer, realTime, type Stopwatch } from "./equalize-timing.js";
import { formatHash, formatPreviousHash, isComparable, isSameHashing, type PasswordHashing } from "./format.js";
import { createHashQueue } from "./queue.js";
import type { HashTurn } from "./turn.js";
import type { PasswordVerifier } from "./verifier.js";

/** Argon2id at OWASP's strength (m = 19 MiB, t = 2, p = 1). */
export const argon2idHashing: PasswordHashing = {
  algorithm: "argon2id",
  cost: { memoryKiB: 19_456, passes: 2, parallelism: 1 },
};
/** Scrypt at OWASP's strength (N = 2^15, r = 8, p = 3). */
export const scryptHashing: PasswordHashing = { algorithm: "scrypt", cost: { logN: 15, blockSize: 8, parallelism: 3 } };

/** What this platform runs best. */
export const defaultHashing: PasswordHashing = nativeArgon2 ? argon2idHashing : scryptHashing;

/** Turns passwords into stored hashes and checks them, off the event loop, never more at a time than leaves a core free. */
export interface Passwords {
  /**
   * A PHC string. Rejects with `HashQueueFull`. `like`: a stored hash; where it can be read, the new one has its recipe
   * and salt, so that `match` compares a password with both by one hash. It takes equally long whatever `like` is.
   */
  hash(password: string, turn: HashTurn, like?: string | null): Promise<string>;
  /**
   * Whether the password made the stored hash. Without a hash (`null`), or with one that cannot be read, it costs the
   * same and says no. Rejects with `HashQueueFull`.
   */
  verify(stored: string | null, password: string, turn: HashTurn): Promise<boolean>;
  /**
   * The first of some stored hashes that the password made, or null; it costs one hash. Only those with the recipe and salt
   * of the first one are compared. `isRefused`: whether the call will be refused, and lasts as long as every refusal.
   */
  match(
    stored: readonly string[],
    password: string,
    turn: HashTurn,
    isRefused: (match: string | null) => boolean,
  ): Promise<string | null>;
  /** Whether two stored hashes have the recipe, the salt and the result in common. */
  isSame(stored: string, other: string): boolean;
  /** Whether a hash should be made anew at the next sign-in, because it is of another recipe or another system's. */
  isOutdated(stored: string): boolean;
  /** Whether some password may match a hash, as far as its form tells. */
  isReadable(stored: string): boolean;
}

export interface PasswordOptions {
  readonly hashing: PasswordHashing;
  /** The longest expected wait with which a password is accepted. */
  readonly queueSeconds: number;
  /** For hashes that other systems made. Default none. */
  readonly verifiers?: readonly PasswordVerifier[];
  /** The previous library verifies the hashes, too: new ones are of its form, and none is replaced. Default false. */
  readonly isPrevious?: boolean;
  /** For tests. */
  readonly stopwatch?: Stopwatch;
}

/** One for all auths of the process: together they leave a core free, and a network has one turn in all of them. */
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

    async match(stored, password, turn, isRefused) {
      const timed = await enqueue(turn, () => timing.time(checks.matchOf(stored, password)));
      return isRefused(timed.result) ? timing.even(timed) : timed.result;
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

/** Puts work into the queue, and measures how long it runs: the hashes of one auth cost about the same. */
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
