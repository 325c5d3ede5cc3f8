/** Runs the verbs of one transaction one at a time: work may call several at once, and some take several statements. */
export interface Queue {
  run<T>(verb: () => Promise<T>): Promise<T>;
  /** Resolves after the last verb has ended. */
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
