import type { Model } from "../model/model.js";
import type { JoinColumns, ReadOptions } from "./adapter.js";
import type { Conflict } from "./conflict.js";

/** An untyped row. */
export type AnyRow = Record<string, unknown>;
/** An untyped `where`. */
export type AnyWhere = Readonly<Record<string, unknown>>;

/** The locked parent of a child to write: a row of another parent does not match. */
export interface UnderParent {
  readonly column: string;
  readonly id: string;
}

/** The row that `find` joins. */
export interface AnyFindOptions {
  readonly with?: Model;
}

/** The order and the page of a list. `limit` is a whole number, and rows can be sorted by `orderBy`. */
export interface AnyListOptions extends AnyFindOptions, JoinColumns<string, string>, ReadOptions {
  readonly orderBy: string;
  readonly direction?: "ascending" | "descending";
  readonly limit: number;
  readonly cursor?: { readonly value: unknown; readonly id: string };
}

/** The bounds of a counter: null means none. */
export interface RowBounds {
  readonly min: number | null;
  readonly max: number | null;
}

/**
 * The verbs of `Adapter` as a database runs them. `createAdapter` has checked their arguments: models have the columns
 * of all plugins, rows are complete, patches name only columns that may change. See `Verbs` for the SQL of each verb.
 */
export interface RowStore {
  find(model: Model, where: AnyWhere, options?: AnyFindOptions): Promise<AnyRow | null>;
  list(model: Model, where: AnyWhere, options: AnyListOptions): Promise<readonly AnyRow[]>;
  count(model: Model, where: AnyWhere, options?: ReadOptions): Promise<number>;
  exists(model: Model, where: AnyWhere): Promise<boolean>;
  insert(model: Model, row: AnyRow): Promise<AnyRow | Conflict>;
  update(model: Model, id: string, changes: AnyRow, under: UnderParent | null): Promise<AnyRow | Conflict | null>;
  transition(
    model: Model,
    id: string,
    column: string,
    change: { readonly from: unknown; readonly to: unknown },
    under: UnderParent | null,
  ): Promise<AnyRow | null>;
  add(
    model: Model,
    id: string,
    column: string,
    change: { readonly by: number } & RowBounds,
    under: UnderParent | null,
  ): Promise<AnyRow | null>;
  consume(model: Model, where: AnyWhere): Promise<AnyRow | null>;
  remove(model: Model, where: AnyWhere, under: UnderParent | null): Promise<number>;
  removeSome(model: Model, where: AnyWhere, limit: number): Promise<number>;
}

/** The verbs inside a transaction. `createAdapter` calls them one at a time. */
export interface TransactionRowStore extends RowStore {
  /** `SELECT … WHERE id FOR UPDATE`; null if there is no such row. */
  lock(model: Model, id: string): Promise<AnyRow | null>;
  /** `INSERT … VALUES (…), (…)`, by as few statements as possible. Absent: the rows are inserted one at a time. */
  insertMany?(model: Model, rows: readonly AnyRow[]): Promise<readonly AnyRow[] | Conflict>;
}

/** A database to which `createAdapter` adds the rules of the port. */
export interface RowDatabase extends RowStore {
  /**
   * One transaction (READ COMMITTED): commits if `work` resolves, else rolls back. May run `work` again after a rollback.
   * `first`: the row that `work` locks first.
   */
  transaction<T>(
    work: (store: TransactionRowStore) => Promise<T>,
    first: { readonly model: Model; readonly id: string } | null,
  ): Promise<T>;
  /**
   * `transaction` in a transaction that the app shares, for `Adapter.shared`. `tx`: the transaction object of the app's
   * database layer. Absent: the database cannot share its transactions.
   */
  shared?<T>(work: (rows: SharedRows, tx: unknown) => Promise<T>): Promise<T>;
  /** The clock of the database; null if that is the clock of this process. */
  now(): Promise<Date | null>;
}

/** An open transaction that the app shares. `createAdapter` calls its verbs and parts one at a time. */
export interface SharedRows {
  readonly store: TransactionRowStore;
  /**
   * Runs a part of the transaction, and undoes only this part if `work` rejects (`SAVEPOINT`). After an error that ends
   * the whole transaction, e.g. a deadlock, every further part rejects, and the transaction does not commit.
   */
  part<T>(work: () => Promise<T>): Promise<T>;
  now(): Promise<Date | null>;
}
