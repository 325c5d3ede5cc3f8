import type { Statement } from "../statement/statement.js";
import type { Connection, Driver, Result } from "./driver.js";
import { guarded } from "./guarded.js";
import { createTurns, inTurn, type Turns } from "./turns.js";
import type { Waits } from "./waits.js";

/** The used part of `ctx.storage` of a Durable Object with SQLite. */
export interface DurableObjectStorageLike {
  readonly sql: DurableObjectSqlLike;
  transaction<T>(closure: () => Promise<T>): Promise<T>;
}

/** The used part of `ctx.storage.sql`. */
export interface DurableObjectSqlLike {
  exec(query: string, ...bindings: unknown[]): { raw(): Iterable<readonly unknown[]> };
}

/**
 * SQLite inside a Durable Object, with one connection and synchronous statements. While `storage.transaction` runs, the
 * object gets no events. But a caller that continues without an event would join the transaction of another caller. So
 * callers of the adapter take turns.
 */
export function durableObjectDriver(storage: DurableObjectStorageLike, waits: Waits): Driver {
  const turns = turnsOf(storage, waits.connectMilliseconds);
  const connection = connectionOf(storage.sql);
  const transaction = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    inTurn(turns, () => storage.transaction(() => work(connection)));
  return {
    pool: null,
    run(statement, parameters) {
      if (!turns.isTaken()) return connection.run(statement, parameters);
      return inTurn(turns, async () => connection.run(statement, parameters));
    },
    transaction,
    shared: (work, guard) =>
      transaction((connection) =>
        withSavepoints(storage, connection, (connection) => work(connection, guarded(storage.sql, guard))),
      ),
    session: { ...connection, alone: (work) => transaction(({ run }) => work({ run: withoutFrame(run) })) },
    close: async () => undefined,
  };
}

/** Two adapters on one storage take turns with each other. */
const turnsOfStorage = new WeakMap<DurableObjectStorageLike, Turns>();
function turnsOf(storage: DurableObjectStorageLike, timeoutMilliseconds: number): Turns {
  const turns = turnsOfStorage.get(storage) ?? createTurns(timeoutMilliseconds);
  turnsOfStorage.set(storage, turns);
  return turns;
}

/** More parameters are an error of the platform. */
const maxParameters = 100;

const connectionOf = (sql: DurableObjectSqlLike): Connection => ({
  run(statement, parameters) {
    const rows =
      parameters.length > maxParameters
        ? [...sql.exec(withOneParameter(statement.sql), JSON.stringify(parameters)).raw()]
        : [...sql.exec(statement.sql, ...parameters).raw()];
    if (statement.columns.length > 0) return { rows, affected: 0 };
    // The cursor counts the written rows of indexes as well.
    const [changes] = sql.exec("select changes()").raw();
    return { rows: [], affected: Number(changes?.[0]) };
  },
});

/** The statement, with all values in a single JSON array. */
function withOneParameter(sql: string): string {
  let position = 0;
  // A name or a text in quotes may contain a question mark.
  return sql.replace(/"[^"]*"|'[^']*'|\?/g, (part) => (part === "?" ? `(?1->>${position++})` : part));
}

const nothing: Result = { rows: [], affected: 0 };

/** The storage begins and ends the transaction of a migration, which SQL cannot. */
const withoutFrame =
  (run: Connection["run"]): Connection["run"] =>
  (statement, parameters) =>
    /^(begin immediate|commit|rollback)$/.test(statement.sql) ? nothing : run(statement, parameters);

/** The connection of a shared transaction: each savepoint is a transaction inside of the transaction, as SQL has none. */
async function withSavepoints<T>(
  storage: DurableObjectStorageLike,
  { run }: Connection,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  let end = noSavepoint;
  const endAs = async (outcome: Outcome): Promise<void> => {
    const ending = end(outcome);
    end = noSavepoint;
    await ending;
  };
  const begin = async (): Promise<void> => {
    end = await openSavepoint(storage);
  };
  const runOrMark = async (statement: Statement, parameters: readonly unknown[]): Promise<Result> => {
    const [, command] = /^(savepoint|release|rollback to)\b/.exec(statement.sql) ?? [];
    if (command === undefined) return run(statement, parameters);
    if (command === "release") await endAs("kept");
    if (command === "rollback to") await endAs("undone");
    if (command !== "release") await begin();
    return nothing;
  };
  try {
    return await work({ run: runOrMark });
  } finally {
    // The outer transaction would wait for the inner transaction.
    await endAs("undone");
  }
}

type Outcome = "kept" | "undone";
const noSavepoint = async (_: Outcome): Promise<void> => undefined;

/** Begins a transaction inside of a transaction, and resolves with the function that ends it. */
function openSavepoint(storage: DurableObjectStorageLike): Promise<(outcome: Outcome) => Promise<void>> {
  return new Promise((resolve, reject) => {
    const ended = storage.transaction(async () => {
      const outcome = await new Promise<Outcome>((settle) => {
        resolve(async (outcome) => {
          settle(outcome);
          await ended.catch(ignoreUndone);
        });
      });
      if (outcome === "undone") throw new Undone();
    });
    ended.catch(reject);
  });
}

/** Thrown to roll back to a savepoint. */
class Undone extends Error {}

function ignoreUndone(error: unknown): void {
  if (!(error instanceof Undone)) throw error;
}
