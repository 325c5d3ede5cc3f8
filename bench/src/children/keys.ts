import { answerCalls } from "../calls.ts";
import { type KeyContenderName, type KeyPlace, openKeyContender } from "../contenders/keys/contender.ts";
import { perSecond } from "../load/per-second.ts";

const [name, database, place] = process.argv.slice(2) as [KeyContenderName, KeyPlace["database"], string];
const contender = await openKeyContender(name, { database, place });
let keys: readonly string[] = [];

const methods = {
  /** Makes keys in an empty database. */
  async prepare(count: number): Promise<readonly string[]> {
    keys = await contender.prepare(count);
    return keys;
  },
  /** Takes the keys that another contender has made in the same database. */
  take(given: readonly string[]): void {
    keys = given;
  },
  /** Checks per second of so many callers, each of whom asks again when answered. */
  time({ callers, count }: { readonly callers: number; readonly count: number }): Promise<number> {
    return perSecond(callers, count, (number) => contender.check(keys[number % keys.length] ?? ""));
  },
  close: () => contender.close(),
};
export type KeyMethods = typeof methods;

answerCalls(methods);
