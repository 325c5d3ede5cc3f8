import type { Flagged, Insert, Model, OneTime, Patch, Removable, Row, Table } from "../model/model.js";
import type { Schema } from "../model/schema.js";
import type { Conflict } from "./conflict.js";
import type { Where } from "./where.js";

declare const locked: unique symbol;

/** A row this transaction holds: `within` or `hold` locked it, or this transaction inserted it. */
export type Locked<M extends Model> = Row<M> & { readonly [locked]: M["name"] };
export type AnyLocked = { readonly id: string; readonly [locked]: string };

/** Writing a child takes the held parent as its last argument. Outside a transaction no argument will do. */
type Under<M extends Model, Place> = M["use"] extends `child of ${infer P}`
  ? [parent: Place extends "inside" ? { readonly id: string; readonly [locked]: P } : never]
  : [];

/** A row together with the row that it references, under that model's name. */
export type RowWith<M extends Model, P extends Model> = Row<M> & { readonly [N in P["name"]]: Row<P> };

export interface ListOptions<M extends Model> {
  readonly orderBy: keyof Row<M> & string;
  readonly direction?: "ascending" | "descending";
  readonly limit: number;
  /** Continue after this row of the page before, in the same order. Ties are broken by `id`. */
  readonly cursor?: { readonly value: Row<M>[keyof Row<M>]; readonly id: string };
}

/** The columns that a joined list reads: of each row, and of the row that it references. Left out: every column. */
export interface JoinColumns<C, D> {
  readonly columns?: readonly C[];
  readonly withColumns?: readonly D[];
}

export interface CounterBounds {
  /** The row is left alone when the result would be smaller. */
  readonly min?: number;
  /** The row is left alone when the result would be greater. */
  readonly max?: number;
}

export interface Verbs<Place extends "inside" | "outside"> {
  /** `SELECT … WHERE … LIMIT 1`, by one indexed column or a unique set of them. Looking at a one-time row decides nothing: only `take` uses it up. */
  find<M extends Model>(model: M, where: Where<M>): Promise<Row<M> | null>;
  /** The same with the row that it references, by one join. Null when either is missing. */
  find<M extends Table, P extends Table>(
    model: M,
    where: Where<M>,
    options: { readonly with: P },
  ): Promise<RowWith<M, P> | null>;
  /** `SELECT … WHERE … ORDER BY … LIMIT`, each row with the one that it references, by one join. */
  list<M extends Table, P extends Table>(
    model: M,
    where: Where<M>,
    options: ListOptions<M> & { readonly with: P },
  ): Promise<readonly RowWith<M, P>[]>;
  /** The same with some columns only. `orderBy`, `cursor` and `where` may name others. */
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
  /** The same without a join. Never without a limit. */
  list<M extends Table>(model: M, where: Where<M>, options: ListOptions<M>): Promise<readonly Row<M>[]>;
  /** `SELECT count(*) WHERE …`. */
  count<M extends Table>(model: M, where: Where<M>): Promise<number>;
  /** `SELECT 1 WHERE … LIMIT 1`. */
  exists<M extends Table>(model: M, where: Where<M>): Promise<boolean>;
  /** `INSERT`. The unique index decides; there is no read before the write. */
  insert<M extends Model>(
    model: M,
    row: Insert<M>,
    ...under: Under<M, Place>
  ): Promise<(Place extends "inside" ? Locked<M> : Row<M>) | Conflict>;
  /** `UPDATE … WHERE id RETURNING *`. Null when the row is gone. */
  update<M extends Table>(
    model: M,
    id: string,
    patch: Patch<M>,
    ...under: Under<M, Place>
  ): Promise<Row<M> | Conflict | null>;
  /** `UPDATE … SET column = to WHERE id AND column = from RETURNING *`. Null: someone else moved it first. */
  transition<M extends Table, K extends Flagged<M, "guarded">>(
    model: M,
    id: string,
    column: K,
    from: Row<M>[K],
    to: Row<M>[K],
    ...under: Under<M, Place>
  ): Promise<Row<M> | null>;
  /** `UPDATE … SET column = column + by WHERE id AND the result is within bounds RETURNING *`. Null: out of bounds, or gone. */
  add<M extends Table, K extends Flagged<M, "guarded">>(
    model: M,
    id: string,
    column: K,
    by: number,
    bounds: CounterBounds,
    ...under: Under<M, Place>
  ): Promise<Row<M> | null>;
  /** `DELETE … WHERE … RETURNING *`. Of many callers one gets the row, the others null. */
  consume<M extends OneTime>(model: M, where: Where<M>): Promise<Row<M> | null>;
  /** `DELETE … WHERE …`; answers how many went. An empty `where` is refused. Of one-time rows it tells nobody what was in them. */
  remove<M extends Model>(model: M, where: Where<M>, ...under: Under<M, Place>): Promise<number>;
  /**
   * `DELETE … WHERE … LIMIT`; answers how many went, which are any of the rows that match. Fewer than `limit` may go
   * although more match: an embedded database removes only as many as take it some milliseconds, and rows that another
   * transaction has locked are passed over where the database can do so. Finds the rows by the index of the first
   * column that `where` compares by `before` or `after`, so that each call costs the same however many rows match. An
   * empty `where` is an error. What references the rows goes with them, as with `remove`.
   */
  removeSome<M extends Removable>(model: M, where: Where<M>, limit: number): Promise<number>;
}

/** What a transaction can do. After a conflict every further verb is refused: the transaction must end by a throw. */
export interface Tx extends Verbs<"inside"> {
  /**
   * `SELECT … WHERE id FOR UPDATE`: one more parent for this transaction, until it ends; null when there is none.
   * To hold a row twice is no mistake. Whoever holds several holds them in the same order as everybody else: user
   * before organization before team, and several of one model in ascending order of id. Two transactions that meet
   * in different orders cost time, not correctness: one of them is rolled back and its work runs again.
   */
  lock<M extends Table>(model: M, id: string): Promise<Locked<M> | null>;
}

/**
 * The database port. Every implementation passes `adapterConformance` of `@keyhold/testing`.
 * Work given to a transaction may run again after a deadlock or a busy database, so it must have no effect but on `tx`.
 */
export interface Adapter extends Verbs<"outside"> {
  /** Transaction (READ COMMITTED) without a parent to lock: rows that must appear together. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Transaction (READ COMMITTED) that first locks the parent row; null when there is none. */
  transactionOn<M extends Table, T>(
    parent: M,
    id: string,
    work: (tx: Tx, parent: Locked<M>) => Promise<T>,
  ): Promise<T | null>;
  /** The database's clock; null where that is the clock of this process, as in memory. */
  now(): Promise<Date | null>;
}

/** What an app gives to `createAuth`: knows the database, does not yet know the models. */
export interface Database {
  /** Shown in messages, e.g. "kysely (sqlite)". */
  readonly name: string;
  /** Whether `transaction` and `within` roll back. Without it `createAuth` refuses to start; it is never emulated. */
  readonly hasTransactions: boolean;
  /** Binds the port to the models of one auth. Opens no connection. */
  connect(schema: Schema): Adapter;
}
