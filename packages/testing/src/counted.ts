import type { Database } from "@keyhold/core/adapter";
import { intercept, type VerbCall } from "./intercept.js";

/** A database that records all calls. */
export interface CountedDatabase extends Database {
  /** All calls of verbs, oldest first. */
  readonly calls: readonly VerbCall[];
  /** The number of transactions. */
  readonly transactions: number;
  /** Clears the record. */
  reset(): void;
}

/**
 * Records the verbs of a database, to test that a call does no unneeded work.
 *
 * @example const database = counted(memory()); await auth.api.getSession({}, { headers }); expect(database.calls.map(({ verb }) => verb)).toEqual(["find"]);
 */
export function counted(database: Database): CountedDatabase {
  const calls: VerbCall[] = [];
  let transactions = 0;
  const between = intercept(database, {
    verb: (call, run) => {
      calls.push(call);
      return run();
    },
    transaction: (run) => {
      transactions += 1;
      return run();
    },
  });
  return {
    ...between,
    calls,
    get transactions() {
      return transactions;
    },
    reset() {
      calls.length = 0;
      transactions = 0;
    },
  };
}
