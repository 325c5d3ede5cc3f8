import type { Statement } from "../../statement/statement.js";
import type { Result } from "../driver.js";

/** The used part of node:sqlite's `DatabaseSync`; compatible databases also work. */
export interface SqliteLike {
  prepare(sql: string): SqliteStatementLike;
  exec(sql: string): unknown;
  close(): unknown;
}

/** The used part of a prepared statement. */
export interface SqliteStatementLike {
  all(...parameters: never[]): unknown[];
  run(...parameters: never[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  iterate?(...parameters: never[]): IterableIterator<unknown>;
  /** node:sqlite: returns rows as lists of values, which is faster. */
  setReturnArrays?(isEnabled: boolean): unknown;
  columns?(): readonly unknown[];
  /** better-sqlite3: whether the statement returns rows. */
  readonly reader?: boolean;
}

/** Runs statements synchronously, each prepared at the first use. */
export interface SqliteConnection {
  run(statement: Statement, parameters: readonly unknown[]): Result;
  exec(sql: string): void;
}

type Prepared = (parameters: readonly unknown[]) => Result;

export function createConnection(database: SqliteLike): SqliteConnection {
  const prepared = new WeakMap<Statement, Prepared>();
  return {
    run(statement, parameters) {
      let run = prepared.get(statement);
      if (!run) {
        run = prepare(database, statement);
        prepared.set(statement, run);
      }
      return run(parameters);
    },
    exec: (sql) => void database.exec(sql),
  };
}

const nothing: readonly never[] = [];

function prepare(database: SqliteLike, { sql, columns }: Statement): Prepared {
  const statement = database.prepare(sql);
  if (columns.length === 0) {
    return (parameters) => ({ rows: nothing, affected: Number(statement.run(...asBound(parameters)).changes) });
  }
  if (statement.setReturnArrays) {
    statement.setReturnArrays(true);
    return (parameters) => ({ rows: asLists(statement.all(...asBound(parameters))), affected: 0 });
  }
  return (parameters) => ({
    rows: asRecords(statement.all(...asBound(parameters))).map((row) => columns.map((column) => row[column])),
    affected: 0,
  });
}

// The types of SQLite's input and output, unknown to the type checker.
export const asBound = (parameters: readonly unknown[]): never[] => parameters as never[];
const asLists = (rows: unknown[]): readonly (readonly unknown[])[] => rows as unknown[][];
const asRecords = (rows: unknown[]): readonly Record<string, unknown>[] => rows as Record<string, unknown>[];
