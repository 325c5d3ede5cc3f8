import { isStorageUnavailable, StorageUnavailable } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";
import { textProperty } from "../dialect/error.js";
import type { Driver } from "../driver/driver.js";
import { checkServer } from "../driver/no-connection.js";

/** Converts an error of the driver to the error for the caller, with the original as the cause. */
export function explain(dialect: Dialect, error: unknown, { session }: Pick<Driver, "session">): unknown {
  if (isStorageUnavailable(error)) return error;
  switch (dialect.fault(error)) {
    case "locked":
      return new StorageUnavailable("Lock timeout: another transaction kept its lock for too long.", {
        cause: error,
        reason: "locked by another transaction",
      });
    case "unavailable":
      return new StorageUnavailable(`The ${dialect.name} database does not answer. ${checks[dialect.name]}`, {
        cause: error,
      });
    case "again":
      return new StorageUnavailable(`The ${dialect.name} database is too busy.`, {
        cause: error,
        reason: dialect.name === "sqlite" ? "locked by another process" : "locked by another transaction",
      });
    case "missing":
      return new Error(`${missingIn(error)} does not exist: run the migration, ${session ? ours : theirs}.`, {
        cause: error,
      });
    case "reference":
      return new Error("A row references a missing row, or is still referenced.", {
        cause: error,
      });
    default:
      return error;
  }
}

const checks: Readonly<Record<Dialect["name"], string>> = {
  postgres: checkServer,
  mysql: checkServer,
  sqlite: "Check that its folder exists, that this process may write there, and that the disk has space.",
};

const ours = "`npx keyhold migrate`";
/** Without a connection for migrations a tool of the app makes the tables. */
const theirs = "of the tool that makes your tables, e.g. `npx drizzle-kit push`";

/** The messages of PostgreSQL, MySQL and SQLite; in the language of a server the cause alone has the name. */
function missingIn(error: unknown): string {
  const message = textProperty(error, "sqlMessage") || textProperty(error, "message");
  const [, inPostgres, inMysql, inSqlite] =
    /column "?([^\s"]+)"? .*does not exist|Unknown column '([^']+)'|(?:no such column:|has no column named) ([\w.]+)/.exec(
      message,
    ) ?? [];
  const column = inPostgres ?? inMysql ?? inSqlite;
  if (column) return `The column "${column}"`;
  const [, ...tables] = /relation "([^"]+)"|Table '([^']+)'|no such table: ([\w.]+)/.exec(message) ?? [];
  const table = tables.find(Boolean);
  return table ? `The table "${table}"` : "A table or column";
}

/**
 * Another transaction has locked a row out of the common lock order, so this transaction may not wait: it rolls back
 * and runs again.
 */
export class OutOfTurn extends Error {
  override readonly name = "OutOfTurn";
  constructor() {
    super("Another transaction has locked this row: the work is rolled back, and runs again.");
  }
}

/** Whether the work may succeed on another run. */
export const isWorthAnotherTry = (dialect: Dialect, error: unknown): boolean =>
  error instanceof OutOfTurn || (!isStorageUnavailable(error) && dialect.fault(error) === "again");

/** Waits longer before each run, with jitter, so that two transactions do not collide again. */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 2 ** Math.min(attempt, maxDoublings) * (2 + 6 * Math.random()));
  });

/** At most a quarter of a second. */
const maxDoublings = 5;
