/** Runs at most `parallel` jobs at a time and lets at most `waiting` more wait their turn. */
export interface Queue {
  /** The job's result, or null at once when too many wait already. */
  run<T>(job: () => Promise<T>): Promise<T> | null;
}

export function createQueue(parallel: number, waiting: number): Queue {
  let running = 0;
  const turns: (() => void)[] = [];

  const next = (): void => {
    const turn = turns.shift();
    if (turn) turn();
    else running -= 1;
  };

  const runNow = async <T>(job: () => Promise<T>): Promise<T> => {
    try {
      return await job();
    } finally {
      next();
    }
  };

  return {
    run(job) {
      if (running < parallel) {
        running += 1;
        return runNow(job);
      }
      if (turns.length >= waiting) return null;
      return new Promise<void>((resolve) => turns.push(resolve)).then(() => runNow(job));
    },
  };
}
