/** Time as a pace needs it; tests bring their own. */
export interface Stopwatch {
  /** Milliseconds since whenever. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

const realTime: Stopwatch = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** One check of a password against one kind of hash. */
export interface Check {
  /** Checks of one kind cost the same, e.g. those of one recipe. */
  readonly kind: string;
  run(): Promise<boolean>;
}

/**
 * Lets every refusal last as long as the slowest kind of hash that this process has met, so that the time of one does
 * not tell whose hash is of which kind, or that there is none. Where there is one kind only, nobody waits.
 */
export interface Pace {
  /** The answer, and how long it took. A queue runs this. */
  time(check: Check): Promise<Timed>;
  /** The rest of the time that a refusal takes. No queue runs this: it only waits. */
  even(timed: Timed): Promise<boolean>;
}

export interface Timed {
  readonly isRight: boolean;
  readonly milliseconds: number;
}

/** No hiccup of the machine makes refusals last longer than this. */
const longestWait = 5000;
/** Hashes come in a handful of kinds; whatever is beyond shares one. */
const mostKinds = 32;

export function createPace({ now, sleep }: Stopwatch = realTime): Pace {
  const durations = new Map<string, number>();

  /** Rises at once and falls slowly, so that it stays near the longest of what is usual. */
  const note = (kind: string, milliseconds: number): void => {
    const key = durations.has(kind) || durations.size < mostKinds ? kind : "others";
    const known = durations.get(key) ?? 0;
    const next = milliseconds > known ? milliseconds : known - (known - milliseconds) / 16;
    durations.set(key, Math.min(next, longestWait));
  };

  return {
    async time({ kind, run }) {
      const start = now();
      const isRight = await run();
      const milliseconds = now() - start;
      note(kind, milliseconds);
      return { isRight, milliseconds };
    },

    async even({ isRight, milliseconds }) {
      const missing = Math.max(...durations.values()) - milliseconds;
      if (!isRight && durations.size > 1 && missing > 0) await sleep(missing);
      return isRight;
    },
  };
}
