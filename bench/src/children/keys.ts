import { answerCalls } from "../calls.ts";
import { type KeyContenderName, type KeyPlace, openKeyContender } from "../contenders/keys/contender.ts";

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
  async time({ callers, count }: { readonly callers: number; readonly count: number }): Promise<number> {
    let begun = 0;
    const startedAt = performance.now();
    const caller = async (): Promise<void> => {
      while (begun < count) {
        begun += 1;
        await contender.check(keys[begun % keys.length] ?? "");
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    return (count / (performance.now() - startedAt)) * 1000;
  },
  close: () => contender.close(),
};
export type KeyMethods = typeof methods;

answerCalls(methods);
