import { isStorageUnavailable, StorageUnavailable } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";

/** Converts an error of the driver to the error for the caller, with the original as its cause. */
export function explain(dialect: Dialect, error: unknown): unknown {
  if (isStorageUnavailable(error)) return error;
  switch (dialect.fault(error)) {
    case "locked":
      return new StorageUnavailable("Lock timeout: another transaction kept its lock for too long.", {
        cause: error,
        reason: "locked by another transaction",
      });
    case "unavailable":
      return new StorageUnavailable(`The ${dialect.name} database does not answer.`, { cause: error });
    case "again":
      return new StorageUnavailable(`The ${dialect.name} database is too busy.`, {
        cause: error,
        reason: dialect.name === "sqlite" ? "locked by another process" : "locked by another transaction",
      });
    case "missing":
      return new Error(
        "A table or column does not exist: run the migration, `(await planMigration(database, auth.schema)).apply()`.",
        { cause: error },
      );
    case "reference":
      return new Error("A row references a missing row, or is still referenced.", {
        cause: error,
      });
    default:
      return error;
  }
}

/**
 * Another transaction has locked a row out of the common lock order, so this one may not wait: it rolls back and runs
 * again.
 */
export class OutOfTurn extends Error {
  override readonly name = "OutOfTurn";
  constructor() {
    super("Another transaction has locked this row: the work is rolled back, and runs again.");
  }
}

/** Whether the same work may succeed on another run. */
export const isWorthAnotherTry = (dialect: Dialect, error: unknown): boolean =>
  error instanceof OutOfTurn || (!isStorageUnavailable(error) && dialect.fault(error) === "again");

/** Waits longer before each run, with jitter, so that two transactions do not collide again. */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 2 ** Math.min(attempt, maxDoublings) * (2 + 6 * Math.random()));
  });

/** At most a quarter of a second. */
const maxDoublings = 5;
