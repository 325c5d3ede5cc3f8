import type { Database } from "@keyhold/core/adapter";
import { intercept, type VerbCall } from "./intercept.js";

/** A database that remembers which verbs were used on it. */
export interface CountedDatabase extends Database {
  /** Every use, oldest first. */
  readonly calls: readonly VerbCall[];
  /** How many transactions were opened. */
  readonly transactions: number;
  /** Forgets what was used so far. */
  reset(): void;
}

/**
 * Counts verbs, to show that a call does as little as it should.
 *
 * @example
 * const database = counted(memory());
 * await auth.api.getSession({}, { headers });
 * expect(database.calls.map(({ verb }) => verb)).toEqual(["find"]);
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
