import { answerCalls } from "../calls.ts";
import { type EntitlementContenderName, openEntitlementContender } from "../contenders/entitlements/contender.ts";
import type { KeyPlace } from "../contenders/keys/contender.ts";

const [name, database, place] = process.argv.slice(2) as [EntitlementContenderName, KeyPlace["database"], string];
const contender = await openEntitlementContender(name, { database, place });
let owners: readonly string[] = [];

const methods = {
  /** Makes owners who have bought, in an empty database. */
  async prepare(count: number): Promise<void> {
    owners = await contender.prepare(count);
  },
  /** Calls per second of so many callers, each of whom calls again when answered. */
  async time({ method, callers, count }: Timed): Promise<number> {
    let begun = 0;
    const startedAt = performance.now();
    const caller = async (): Promise<void> => {
      while (begun < count) {
        begun += 1;
        await contender[method](owners[begun % owners.length] ?? "");
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    return (count / (performance.now() - startedAt)) * 1000;
  },
  close: () => contender.close(),
};
export type EntitlementMethods = typeof methods;

export interface Timed {
  readonly method: "ask" | "use";
  readonly callers: number;
  readonly count: number;
}

answerCalls(methods);
