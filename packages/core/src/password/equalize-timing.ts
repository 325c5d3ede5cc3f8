/** A clock for equal timing; tests pass their own. */
export interface Stopwatch {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const realTime: Stopwatch = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Work with a hash of one kind, e.g. a password check. */
export interface Check<Result> {
  /** Work of one kind has equal costs, e.g. all hashes of a recipe. */
  readonly kind: string;
  run(): Promise<Result>;
}

/**
 * Delays every failure until the duration of the slowest kind of hash in this process, so that the time does not reveal
 * the kind of a user's hash, or the absence of a hash. With a single kind, no call is delayed.
 */
export interface TimingEqualizer {
  /** The result and the duration. Call `time` in the queue. */
  time<Result>(check: Check<Result>): Promise<Timed<Result>>;
  /**
   * Answers with the result, after the rest of a failure's duration. Call `even` outside the queue: `even` only waits.
   */
  even<Result>(timed: Timed<Result>): Promise<Result>;
}

export interface Timed<Result> {
  readonly result: Result;
  readonly milliseconds: number;
}

/** A slow moment of the machine never makes failures longer than this. */
const maxWaitMilliseconds = 5000;
/** There are a handful of kinds of hashes; kinds beyond this number share an entry. */
const maxKinds = 32;

export function createTimingEqualizer({ now, sleep }: Stopwatch = realTime): TimingEqualizer {
  const durations = new Map<string, number>();

  /** Rises at once and falls slowly, so that the value stays near the longest usual duration. */
  const note = (kind: string, milliseconds: number): void => {
    const key = durations.has(kind) || durations.size < maxKinds ? kind : "others";
    const known = durations.get(key) ?? 0;
    const next = milliseconds > known ? milliseconds : known - (known - milliseconds) / 16;
    durations.set(key, Math.min(next, maxWaitMilliseconds));
  };

  return {
    async time({ kind, run }) {
      const start = now();
      const result = await run();
      const milliseconds = now() - start;
      note(kind, milliseconds);
      return { result, milliseconds };
    },

    async even({ result, milliseconds }) {
      const missing = Math.max(...durations.values()) - milliseconds;
      if (durations.size > 1 && missing > 0) await sleep(missing);
      return result;
    },
  };
}
