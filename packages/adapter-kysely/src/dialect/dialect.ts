import type { ColumnFacts } from "@keyhold/core/adapter";
import type { Conflict } from "@keyhold/core/plugin";
import type { Sql, SqlStyle } from "../sql/sql.js";
import type { ModelPlan } from "../statement/plan.js";
import type { Codec } from "../statement/value.js";

/** The kinds of database that this package speaks to. */
export type DialectName = "sqlite" | "postgres" | "mysql";

/** Tables as Kysely sees them here: their columns are facts of run time. */
export type Tables = Record<string, Record<string, unknown>>;

/** What an error of the driver means for the caller. */
export type Fault =
  /** A unique index said no. */
  | "conflict"
  /** A reference to a row that is not there, or from a row that is still there. */
  | "reference"
  /** A table or column does not exist. */
  | "missing"
  /** A deadlock or a busy database: the same work succeeds when it runs again. */
  | "again"
  /** Another transaction kept a lock for too long. The connection is as good as before. */
  | "locked"
  /** No connection, no answer in time, or a server that goes away: the connection is not used again. */
  | "unavailable"
  | "other";

/** Whether a comparison is of a value, and which. */
export type Comparison = "=" | "<" | ">";

/** The end of the page before: a row's value in the column of the order, as a caller is able to hold it, and its id. */
export interface Cursor {
  readonly column: string;
  readonly facts: ColumnFacts;
  readonly value: Sql;
  readonly id: Sql;
}

/** Everything that differs between the databases, as values and pure functions. */
export interface Dialect {
  readonly name: DialectName;
  readonly style: SqlStyle;
  /** `INSERT`, `UPDATE` and `DELETE` can answer with the rows they touched. */
  readonly hasReturning: boolean;
  /** A text can hold the character U+0000. */
  readonly hasNul: boolean;
  /** A limit can be a parameter; otherwise it is written into the statement. */
  readonly hasLimitParameter: boolean;
  /** How many rows one statement may remove where nothing waits for all of them; fewer where it runs on this thread. */
  readonly maxRemovedRows: number;
  /** Milliseconds since 1970 at this moment, also in the middle of a transaction. */
  readonly currentMilliseconds: Sql;
  codec(facts: ColumnFacts): Codec;
  /** What is selected for a column, so that the same text arrives whatever the driver's settings are. */
  selected(reference: Sql, facts: ColumnFacts): Sql;
  /** What rows are ordered and paged by, as an index has it; searched texts in the order of the index that finds them. */
  ordered(reference: Sql, isSearched: boolean): Sql;
  /** Where a cursor stands in that order: its value, or what that was cut from. */
  atCursor(cursor: Cursor, plan: ModelPlan): Sql;
  /** A comparison that is exact: case, accents and trailing spaces count. */
  compared(reference: Sql, comparison: Comparison, value: Sql, facts: ColumnFacts): Sql;
  /** Membership in a list, exact as well. */
  transactionOn(reference: Sql, values: readonly Sql[], facts: ColumnFacts): Sql;
  /** A searched text as it is compared and indexed: by code point, whatever the collation of its column. */
  searchable(reference: Sql): Sql;
  /** The values that the search for a prefix compares with. */
  prefixBounds(prefix: string): readonly string[];
  /** Texts that begin with a prefix, exactly; as many `bounds` as `prefixBounds` gives. */
  beginsWith(reference: Sql, bounds: readonly Sql[]): Sql;
  fault(error: unknown): Fault;
  conflict(error: unknown, plan: ModelPlan): Conflict;
}
