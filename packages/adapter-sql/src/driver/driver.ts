import type { Statement } from "../statement/statement.js";

/** A value or a promise: an embedded database answers synchronously, and then no caller should wait. */
export type Answer<T> = T | Promise<T>;

/** The values of a row. */
export type Cells = readonly unknown[];

/** The result of a statement. */
export interface Result {
  /** A list per row, in the order of the statement's columns. */
  readonly rows: readonly Cells[];
  /** The number of written rows; only for statements without columns. */
  readonly affected: number;
}

/** A connection, or several that look like one. */
export interface Connection {
  run(statement: Statement, parameters: readonly unknown[]): Answer<Result>;
}

/** The connection of migrations: without statement timeouts. */
export interface Session extends Connection {
  /** Runs work on an exclusive connection, outside of a transaction. */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** The connection pool of a driver. */
export interface PoolFacts {
  /** Equal for drivers that share the pool. */
  readonly identity: object;
  /** The maximum number of connections. A row uses at most a quarter of them. */
  readonly size: number;
  /** The timeout of a caller that waits for a row. */
  readonly waitMilliseconds: number;
}

/**
 * Access to a database: all that an adapter for another database layer implements. Each `run` is its own transaction.
 * Errors are passed on as they are, or with the error of the database's client as `cause`.
 */
export interface Driver extends Connection {
  /** Runs a transaction (READ COMMITTED; on SQLite the only writer): commits if `work` resolves, else rolls back. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction that the app shares, for `auth.transaction`. `tx`: the transaction object of the app's database
   * layer. `guard` throws while a part of the transaction is open that may be undone alone: call `guard` before each
   * statement of the app, as far as the layer allows. Default: the app cannot share transactions.
   */
  shared?<T>(work: (connection: Connection, tx: unknown) => Promise<T>, guard: () => void): Promise<T>;
  /**
   * On PostgreSQL: the lock timeout in milliseconds of a write outside of a transaction, if `run` leaves it to the
   * statement. `run` then needs a transaction only for writes without `isBounded`.
   */
  readonly lockMilliseconds?: number;
  /** Closes the connections opened by this package, and no others. */
  close(): Promise<void>;
  /** The pool; null for a database with a single connection. Default: ten connections. */
  readonly pool?: PoolFacts | null;
  /** The connection of migrations. Without a session, `planMigration` is not available. */
  readonly session?: Session;
}
