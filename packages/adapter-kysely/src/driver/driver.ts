import type { Statement } from "../statement/statement.js";
import type { RowGate } from "./row-gate.js";

/** A value, or a promise of it: an embedded database answers at once, and nothing should wait then. */
export type Answer<T> = T | Promise<T>;

export type Cells = readonly unknown[];

export interface Result {
  /** One list per row, in the order of the statement's columns. */
  readonly rows: readonly Cells[];
  /** How many rows were written; only what a statement without columns answers. */
  readonly affected: number;
}

export interface Connection {
  run(statement: Statement, parameters: readonly unknown[]): Answer<Result>;
}

/** What a migration runs on: its statements may take as long as they need. */
export interface Session extends Connection {
  /** One connection for itself, outside a transaction. */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** The way to one database. `run` is a transaction of its own. */
export interface Driver extends Connection {
  /** Limits how many connections one row takes; null where there is one connection for all. */
  readonly rowGate: RowGate | null;
  /** One transaction (READ COMMITTED; on SQLite the only writer): commits when `work` resolves, else rolls back. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Ends what this package opened. What an app handed in stays open. */
  close(): Promise<void>;
}
