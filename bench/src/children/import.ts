import { answerCalls } from "../calls.ts";
import type { ContenderName } from "../contenders/contender.ts";
import { serverEntries } from "../contenders/index.ts";

const [name] = process.argv.slice(2) as [ContenderName];

/** The cost of loading for a process. */
export interface ImportCost {
  /** All threads of the process. */
  readonly cpuMs: number;
  /** Growth of the resident memory. */
  readonly mib: number;
}

const methods = {
  /** Loads the contender's server entries in this fresh process. */
  async cost(): Promise<ImportCost> {
    const residentBefore = process.memoryUsage.rss();
    const cpuBefore = process.cpuUsage();
    for (const entry of serverEntries[name]) await import(entry);
    const { user, system } = process.cpuUsage(cpuBefore);
    return { cpuMs: (user + system) / 1000, mib: (process.memoryUsage.rss() - residentBefore) / 1024 / 1024 };
  },
};
export type ImportMethods = typeof methods;

answerCalls(methods);
