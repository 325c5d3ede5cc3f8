import { isStorageUnavailable } from "@keyhold/core/adapter";
import { sqliteDialect } from "../../dialect/sqlite.js";
import type { Statement } from "../../statement/statement.js";
import type { Answer, Connection, Driver, Session } from "../driver.js";
import { inTurn, lockedByAnother, type Turns } from "../turns.js";
import type { SqliteConnection } from "./connection.js";

/** The connections of a SQLite database, and their queue. */
export interface SqliteParts {
  /** The connection for all writes and transactions, used in turns. */
  readonly writer: SqliteConnection;
  readonly turns: Turns;
  /** A read-only connection, which in WAL mode never waits; null for a database in memory. */
  readonly reader: SqliteConnection | null;
  /** The timeout of a write that waits for another process. */
  readonly timeoutMilliseconds: number;
  close(): void;
}

/**
 * SQLite inside this process. A statement runs synchronously on the caller's stack, unless a transaction of this or
 * another process blocks it.
 */
export function sqliteDriver(parts: SqliteParts): Driver {
  const { writer, reader, turns, timeoutMilliseconds, close } = parts;
  const patiently = <T>(step: () => T): Answer<T> =>
    orWhenBusy(step, async (error) => {
      turns.isBlocked = true;
      try {
        return await later(step, timeoutMilliseconds, error);
      } finally {
        turns.isBlocked = false;
      }
    });
  const connection: Connection = { run: (statement, parameters) => writer.run(statement, parameters) };
  return {
    pool: null,
    session: sqliteSession(parts),
    run(statement, parameters) {
      if (reader && statement.isRead) return patiently(() => reader.run(statement, parameters));
      const write = () => writer.run(statement, parameters);
      // A waiting statement takes a turn, because otherwise it could run inside a transaction begun meanwhile.
      const inMyTurn = () => inTurn(turns, async () => patiently(write));
      return turns.isTaken() ? inMyTurn() : orWhenBusy(write, inMyTurn);
    },
    transaction: (work) =>
      inTurn(turns, async () => {
        await patiently(() => writer.exec("begin immediate"));
        try {
          const answer = await work(connection);
          await patiently(() => writer.exec("commit"));
          return answer;
        } catch (error) {
          rollBack(writer);
          throw error;
        }
      }),
    close: async () => close(),
  };
}

/** The connection of migrations. */
const sqliteSession = ({ writer, turns, timeoutMilliseconds }: SqliteParts): Session => {
  const step = (statement: Statement, parameters: readonly unknown[]) => {
    const run = () => writer.run(statement, parameters);
    return orWhenBusy(run, (error) => later(run, timeoutMilliseconds, error));
  };
  return {
    run: (statement, parameters) => inTurn(turns, async () => step(statement, parameters)),
    alone: (work) => inTurn(turns, () => work({ run: step })),
  };
};

function rollBack(writer: SqliteConnection): void {
  try {
    writer.exec("rollback");
  } catch {
    // SQLite has already rolled back, for example after a disk error.
  }
}

function orWhenBusy<T>(step: () => T, otherwise: (error: unknown) => Answer<T>): Answer<T> {
  try {
    return step();
  } catch (error) {
    if (isBusy(error)) return otherwise(error);
    throw error;
  }
}

/**
 * SQLite would block this thread while waiting for the other process, so this tries again after short delays,
 * without blocking other work.
 */
export async function later<T>(step: () => Answer<T>, timeoutMilliseconds: number, first: unknown): Promise<T> {
  const deadline = performance.now() + timeoutMilliseconds;
  let error = first;
  for (let attempt = 1; performance.now() < deadline; attempt++) {
    await sleep(Math.min(attempt, 10) * (1 + 4 * Math.random()));
    try {
      return await step();
    } catch (again) {
      if (!isBusy(again)) throw again;
      error = again;
    }
  }
  throw lockedByAnother(timeoutMilliseconds, { cause: error });
}

/** Whether another process has the write lock. */
export const isBusy = (error: unknown): boolean =>
  !isStorageUnavailable(error) && sqliteDialect.fault(error) === "again";

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
