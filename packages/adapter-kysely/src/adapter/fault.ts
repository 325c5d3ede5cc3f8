import { isStorageUnavailable, StorageUnavailable } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";

/** The error that a caller gets for one of the driver's. The driver's own is its cause. */
export function explain(dialect: Dialect, error: unknown): unknown {
  if (isStorageUnavailable(error)) return error;
  switch (dialect.fault(error)) {
    case "locked":
      return new StorageUnavailable("Another transaction kept its lock for too long.", {
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
      return new Error("A row references one that does not exist, or is still referenced by another.", {
        cause: error,
      });
    default:
      return error;
  }
}

/** Other transactions have a row that this one may not wait for now: all of the work runs again. */
export class OutOfTurn extends Error {
  override readonly name = "OutOfTurn";
  constructor() {
    super("Another transaction holds this row: the work is rolled back, and runs again.");
  }
}

/** Whether the same work succeeds when it is run again. */
export const isWorthAnotherTry = (dialect: Dialect, error: unknown): boolean =>
  error instanceof OutOfTurn || (!isStorageUnavailable(error) && dialect.fault(error) === "again");

/** Times that work is run before its deadlocks are given up. */
export const maxTries = 5;

/** Waits longer each time, and never as long as the other one that waits. */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 2 ** attempt * (2 + 6 * Math.random()));
  });
