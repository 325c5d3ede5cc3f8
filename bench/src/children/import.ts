import { answerCalls } from "../calls.ts";
import type { ContenderName } from "../contenders/contender.ts";
import { serverEntries } from "../contenders/index.ts";

const [name] = process.argv.slice(2) as [ContenderName];

const methods = {
  /** Milliseconds that the contender's server entries take to load in this fresh process. */
  async importMs(): Promise<number> {
    const startedAt = performance.now();
    for (const entry of serverEntries[name]) await import(entry);
    return performance.now() - startedAt;
  },
};
export type ImportMethods = typeof methods;

answerCalls(methods);
