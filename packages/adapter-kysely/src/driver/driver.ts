import type { Statement } from "../statement/statement.js";
import type { RowGate } from "./row-gate.js";

/** A value or a promise of it: an embedded database answers synchronously, and then no caller should wait. */
export type Answer<T> = T | Promise<T>;

export type Cells = readonly unknown[];

export interface Result {
  /** One list per row, in the order of the statement's columns. */
  readonly rows: readonly Cells[];
  /** The number of written rows; only for statements without columns. */
  readonly affected: number;
}

export interface Connection {
  run(statement: Statement, parameters: readonly unknown[]): Answer<Result>;
}

/** The connection of migrations: without statement timeouts. */
export interface Session extends Connection {
  /** Runs work on one exclusive connection, outside of a transaction. */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** Access to one database. Each `run` is its own transaction. */
export interface Driver extends Connection {
  /** Limits the number of connections per row; null for a database with a single connection. */
  readonly rowGate: RowGate | null;
  /** One transaction (READ COMMITTED; on SQLite the only writer): commits if `work` resolves, else rolls back. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Closes the connections opened by this package, and no others. */
  close(): Promise<void>;
}
