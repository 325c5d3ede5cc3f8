import type { Flagged, Insert, Model, OneTime, Patch, Removable, Row, Table } from "../model/model.js";
import type { Schema } from "../model/schema.js";
import type { Conflict } from "./conflict.js";
import type { Where } from "./where.js";

declare const locked: unique symbol;

/** A row locked by this transaction: locked by `transactionOn` or `lock`, or inserted by this transaction. */
export type Locked<M extends Model> = Row<M> & { readonly [locked]: M["name"] };
/** A locked row of any model. */
export type AnyLocked = { readonly id: string; readonly [locked]: string };

/** A write of a child takes the locked parent after the values. Outside a transaction no argument compiles. */
export type Under<M extends Model, Place> = M["use"] extends `child of ${infer P}`
  ? [parent: Place extends "inside" ? { readonly id: string; readonly [locked]: P } : never]
  : [];

/** A row with the referenced row, under the name of the referenced model. */
export type RowWith<M extends Model, P extends Model> = Row<M> & { readonly [N in P["name"]]: Row<P> };

/** Which state of the database a read may show. */
export interface ReadOptions {
  /**
   * Whether rows may be missing or old, as on a read replica of the database. For lists for display: no decision
   * may depend on them. Default false: the newest committed state. No effect in a transaction.
   */
  readonly mayLag?: boolean;
}

/** The order and the page of a list. */
export interface ListOptions<M extends Model> extends ReadOptions {
  readonly orderBy: keyof Row<M> & string;
  readonly direction?: "ascending" | "descending";
  readonly limit: number;
  /** Continue after this row of the previous page, with an unchanged order. Ties are broken by `id`. */
  readonly cursor?: { readonly value: Row<M>[keyof Row<M>]; readonly id: string };
}

/** The columns that a joined list reads: of each row, and of the referenced row. Omitted: every column. */
export interface JoinColumns<C, D> {
  readonly columns?: readonly C[];
  readonly withColumns?: readonly D[];
}

/** The bounds of a counter in `add`. */
export interface CounterBounds {
  /** The row stays unchanged if the result would be smaller. */
  readonly min?: number;
  /** The row stays unchanged if the result would be greater. */
  readonly max?: number;
}

/** The verbs of the database port. `Place`: inside or outside of a transaction. */
export interface Verbs<Place extends "inside" | "outside"> {
  /**
   * `SELECT … WHERE … LIMIT 1`, by an indexed column or a unique set of columns. Reading a one-time row does not
   * consume the row: only `consume` does.
   */
  find<M extends Model>(model: M, where: Where<M>): Promise<Row<M> | null>;
  /** `find` with the referenced row, by a join. Null if either row is missing. */
  find<M extends Table, P extends Table>(
    model: M,
    where: Where<M>,
    options: { readonly with: P },
  ): Promise<RowWith<M, P> | null>;
  /** `SELECT … WHERE … ORDER BY … LIMIT`, each row with the referenced row, by a join. */
  list<M extends Table, P extends Table>(
    model: M,
    where: Where<M>,
    options: ListOptions<M> & { readonly with: P },
  ): Promise<readonly RowWith<M, P>[]>;
  /** `list` with some columns only. `orderBy`, `cursor` and `where` may name other columns. */
  list<
    M extends Table,
    P extends Table,
    C extends keyof Row<M> & string = keyof Row<M> & string,
    D extends keyof Row<P> & string = keyof Row<P> & string,
  >(
    model: M,
    where: Where<M>,
    options: ListOptions<M> & JoinColumns<C, D> & { readonly with: P },
  ): Promise<readonly (Pick<Row<M>, C> & { readonly [N in P["name"]]: Pick<Row<P>, D> })[]>;
  /** `list` without a join. Never without a limit. */
  list<M extends Table>(model: M, where: Where<M>, options: ListOptions<M>): Promise<readonly Row<M>[]>;
  /** `SELECT count(*) WHERE …`. */
  count<M extends Table>(model: M, where: Where<M>, options?: ReadOptions): Promise<number>;
  /** `SELECT 1 WHERE … LIMIT 1`. */
  exists<M extends Table>(model: M, where: Where<M>): Promise<boolean>;
  /** `INSERT`. The unique index decides; there is no read before the write. */
  insert<M extends Model>(
    model: M,
    row: Insert<M>,
    ...under: Under<M, Place>
  ): Promise<(Place extends "inside" ? Locked<M> : Row<M>) | Conflict>;
  /** `UPDATE … WHERE id RETURNING *`. Null if the row is gone. */
  update<M extends Table>(
    model: M,
    id: string,
    patch: Patch<M>,
    ...under: Under<M, Place>
  ): Promise<Row<M> | Conflict | null>;
  /** `UPDATE … SET column = to WHERE id AND column = from RETURNING *`. Null: another caller changed the row first. */
  transition<M extends Table, K extends Flagged<M, "guarded">>(
    model: M,
    id: string,
    column: K,
    from: Row<M>[K],
    to: Row<M>[K],
    ...under: Under<M, Place>
  ): Promise<Row<M> | null>;
  /**
   * `UPDATE … SET column = column + by WHERE id AND the result is within bounds RETURNING *`. Null: out of bounds, or
   * gone.
   */
  add<M extends Table, K extends Flagged<M, "guarded">>(
    model: M,
    id: string,
    column: K,
    by: number,
    bounds: CounterBounds,
    ...under: Under<M, Place>
  ): Promise<Row<M> | null>;
  /** `DELETE … WHERE … RETURNING *`. Of many callers only the first gets the row, the others null. */
  consume<M extends OneTime>(model: M, where: Where<M>): Promise<Row<M> | null>;
  /**
   * `DELETE … WHERE …`; answers how many rows were removed. Throws if `where` is empty. Never reveals the content of
   * one-time rows.
   */
  remove<M extends Model>(model: M, where: Where<M>, ...under: Under<M, Place>): Promise<number>;
  /**
   * `DELETE … WHERE … LIMIT`; answers how many rows were removed: any of the rows that match. Fewer than `limit` may be
   * removed although more match: an embedded database stops after some milliseconds, and a database that can skip
   * locked rows skips them. Finds the rows by the index of the first column with `before` or `after` in `where`: each
   * call costs the same for any number of matching rows. Throws if `where` is empty. Rows that reference the removed
   * rows are removed too, as with `remove`.
   */
  removeSome<M extends Removable>(model: M, where: Where<M>, limit: number): Promise<number>;
}

/** The verbs of a transaction. After a conflict every further verb throws: the transaction must end by a throw. */
export interface Tx extends Verbs<"inside"> {
  /**
   * `SELECT … WHERE id FOR UPDATE`: locks another parent until this transaction ends; null if there is no such row. To
   * lock a row twice is no error. Every transaction with several locks takes the locks in this order: user before
   * organization before team, and several rows of one model in ascending order of id. Two transactions with different
   * orders cost time, not correctness: the database rolls back one, and the work of that transaction runs again.
   */
  lock<M extends Table>(model: M, id: string): Promise<Locked<M> | null>;
  /**
   * `INSERT … VALUES (…), (…)`: several rows of a model, in the given order, by as few statements as the parameters of
   * the database allow. Each row as with `insert`; a conflict of any row is the answer. Optional: if absent, the rows
   * are inserted one at a time. `createAdapter` provides `insertMany`.
   */
  insertMany?<M extends Model>(
    model: M,
    rows: readonly Insert<M>[],
    ...under: Under<M, "inside">
  ): Promise<readonly Locked<M>[] | Conflict>;
}

/**
 * The database port. Every implementation passes `adapterConformance` of `@keyhold/testing`. The work of a transaction
 * may run again after a deadlock or a busy database, so the work must have no effects outside `tx`.
 */
export interface Adapter extends Verbs<"outside"> {
  /** Transaction (READ COMMITTED) without a lock on a parent: for rows that must appear together. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Transaction (READ COMMITTED) that first locks the parent row; null if there is no such row. */
  transactionOn<M extends Table, T>(
    parent: M,
    id: string,
    work: (tx: Tx, parent: Locked<M>) => Promise<T>,
  ): Promise<T | null>;
  /** The clock of the database; null if that is the clock of this process, as in memory. */
  now(): Promise<Date | null>;
  /**
   * A transaction (READ COMMITTED) that the app shares: for `auth.transaction`. Optional. `tx`: the transaction object
   * of the app's database layer, for statements of the app. `adapter`: this port inside of the transaction. Each write
   * and each transaction of `adapter` is undone alone (`SAVEPOINT`) after a conflict or an error, and then the work may
   * go on; locks are kept until the end of the whole transaction. A deadlock ends the whole transaction, and all of
   * `work` runs again. The whole transaction rolls back if `work` throws.
   */
  shared?<T>(work: (adapter: Adapter, tx: unknown) => Promise<T>): Promise<T>;
}

/**
 * The database option of `createAuth`: knows the database, not yet the models. `AppTransaction`: the transaction object
 * that `auth.transaction` gives to the app; never, if the adapter has no `shared`.
 */
export interface Database<AppTransaction = unknown> {
  /** For types only. */
  readonly $?: { readonly transaction: AppTransaction };
  /** Shown in messages, e.g. "kysely (sqlite)". */
  readonly name: string;
  /** Whether `transaction` and `transactionOn` roll back. If false, `createAuth` throws: transactions are never emulated. */
  readonly hasTransactions: boolean;
  /**
   * What the environment did not give, e.g. "the URL of postgres() is missing": each a sentence. The auth is made, and
   * the first request or call throws `ConfigError`. Default: nothing is missing.
   */
  readonly missing?: readonly string[];
  /**
   * A single object for all adapters of a database, e.g. the pool: `createAuth` warns of two databases with equal
   * secrets. Default: the adapter.
   */
  readonly place?: object | undefined;
  /** Binds the port to the models of an auth. Opens no connection. */
  connect(schema: Schema): Adapter;
}
