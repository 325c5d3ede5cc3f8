import type { ColumnFacts } from "@keyhold/core/adapter";
import type { Conflict } from "@keyhold/core/plugin";
import type { Sql, SqlStyle } from "../sql/sql.js";
import type { ModelPlan } from "../statement/plan.js";
import type { Codec } from "../statement/value.js";
import type { Rejection, Written } from "./rejection.js";

/** The supported kinds of database. */
export type DialectName = "sqlite" | "postgres" | "mysql";

/** The meaning of a driver's error. */
export type Fault =
  /** A violated unique index. */
  | "conflict"
  /** A reference to a missing row, or from an existing row. */
  | "reference"
  /** A missing table or column. */
  | "missing"
  /** A deadlock or a busy database: the work succeeds on another run. */
  | "again"
  /** A lock timeout. The connection stays usable. */
  | "locked"
  /** No connection, a timeout, or a server shutting down: the connection must not be used again. */
  | "unavailable"
  | "other";

/** The operators of a comparison. */
export type Comparison = "=" | "<" | ">";

/** The last row of the previous page: the value in the sort column, in the precision of a `Date`, and the id. */
export interface Cursor {
  readonly column: string;
  readonly facts: ColumnFacts;
  readonly value: Sql;
  readonly id: Sql;
}

/** All differences between the databases, as values and pure functions. */
export interface Dialect {
  readonly name: DialectName;
  readonly style: SqlStyle;
  /** Whether `INSERT`, `UPDATE` and `DELETE` can return the affected rows. */
  readonly hasReturning: boolean;
  /** Whether a text can contain the character U+0000. */
  readonly hasNul: boolean;
  /** Whether columns can have the type `uuid`. */
  readonly hasUuid: boolean;
  /** Whether a limit can be a parameter; otherwise the limit is part of the statement. */
  readonly hasLimitParameter: boolean;
  /** The maximum number of rows that a statement of `removeSome` deletes; small if statements block this thread. */
  readonly maxRemovedRows: number;
  /**
   * A condition that is true, and limits the wait of the statement for locks; null if only a transaction can. Set
   * for a driver with `lockMilliseconds`.
   */
  readonly boundedWait: Sql | null;
  /** Milliseconds since 1970 at this moment, not at the start of the transaction. */
  readonly currentMilliseconds: Sql;
  codec(facts: ColumnFacts): Codec;
  /** The selected expression for a column, so that the result does not depend on the driver's settings. */
  selected(reference: Sql, facts: ColumnFacts): Sql;
  /** The sort expression of a column, as in an index; for searched texts in the order of the search index. */
  ordered(reference: Sql, isSearched: boolean): Sql;
  /** The position of a cursor in that order: the cursor's value, or the stored value before truncation. */
  atCursor(cursor: Cursor, plan: ModelPlan): Sql;
  /** An exact comparison: case, accents and trailing spaces are significant. */
  compared(reference: Sql, comparison: Comparison, value: Sql, facts: ColumnFacts): Sql;
  /** An exact test for membership in a list. */
  within(reference: Sql, values: readonly Sql[], facts: ColumnFacts): Sql;
  /** The expression to search and index a text: by code point, independent of the column's collation. */
  searchable(reference: Sql): Sql;
  /** The parameters of a search for a prefix. */
  prefixBounds(prefix: string): readonly string[];
  /** Matches texts with a prefix, exactly; takes as many `bounds` as `prefixBounds` returns. */
  beginsWith(reference: Sql, bounds: readonly Sql[]): Sql;
  fault(error: unknown): Fault;
  conflict(error: unknown, plan: ModelPlan): Conflict;
  /** Whether the type of a column excludes a value of a condition. */
  isImpossible(error: unknown): boolean;
  /** The value that a column does not take; null for other errors. */
  rejection(error: unknown, written: Written): Rejection | null;
}
