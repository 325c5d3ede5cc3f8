import { answerCalls } from "../calls.ts";
import { type EntitlementContenderName, openEntitlementContender } from "../contenders/entitlements/contender.ts";
import type { KeyPlace } from "../contenders/keys/contender.ts";
import { perSecond } from "../load/per-second.ts";

const [name, database, place] = process.argv.slice(2) as [EntitlementContenderName, KeyPlace["database"], string];
const contender = await openEntitlementContender(name, { database, place });
let owners: readonly string[] = [];

const methods = {
  /** Makes owners who have bought, in an empty database. */
  async prepare(count: number): Promise<void> {
    owners = await contender.prepare(count);
  },
  /** Calls per second of so many callers, each of whom calls again when answered. */
  time({ method, callers, count }: Timed): Promise<number> {
    return perSecond(callers, count, (number) => contender[method](owners[number % owners.length] ?? ""));
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
