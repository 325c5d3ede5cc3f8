/** Time as a pace needs it; tests bring their own. */
export interface Stopwatch {
  /** Milliseconds since whenever. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const realTime: Stopwatch = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Work with one hash of one kind, e.g. a check of a password. */
export interface Check<Result> {
  /** Work of one kind costs the same, e.g. that with one recipe. */
  readonly kind: string;
  run(): Promise<Result>;
}

/**
 * Lets every refusal last as long as the slowest kind of hash that this process has met, so that the time of one does
 * not tell whose hash is of which kind, or that there is none. Where there is one kind only, nobody waits.
 */
export interface TimingEqualizer {
  /** The result, and how long it took. A queue runs this. */
  time<Result>(check: Check<Result>): Promise<Timed<Result>>;
  /** The same result after the rest of the time that a refusal takes. No queue runs this: it only waits. */
  even<Result>(timed: Timed<Result>): Promise<Result>;
}

export interface Timed<Result> {
  readonly result: Result;
  readonly milliseconds: number;
}

/** No hiccup of the machine makes refusals last longer than this. */
const maxWaitMilliseconds = 5000;
/** Hashes come in a handful of kinds; whatever is beyond shares one. */
const maxKinds = 32;

export function createTimingEqualizer({ now, sleep }: Stopwatch = realTime): TimingEqualizer {
  const durations = new Map<string, number>();

  /** Rises at once and falls slowly, so that it stays near the longest of what is usual. */
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
