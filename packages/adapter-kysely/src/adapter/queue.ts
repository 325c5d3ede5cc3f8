/** Verbs of one transaction, one at a time: work may ask for several at once, and some are several statements. */
export interface Queue {
  run<T>(verb: () => Promise<T>): Promise<T>;
  /** When the last one has been answered. */
  settled(): Promise<void>;
}

export function createQueue(): Queue {
  let last: Promise<unknown> | null = null;
  return {
    run(verb) {
      const answer = last ? last.then(verb) : verb();
      const forget = (): void => {
        if (last === done) last = null;
      };
      const done = answer.then(forget, forget);
      last = done;
      return answer;
    },
    async settled() {
      while (last) await last;
    },
  };
}
