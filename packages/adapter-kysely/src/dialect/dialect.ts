import type { ColumnFacts, Conflict } from "@keyhold/core";
import type { Expression, Kysely, SqlBool } from "kysely";
import type { ModelPlan } from "../shape/plan.js";
import type { Codec } from "../shape/value.js";

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
  /** No connection, or no answer in time. */
  | "unavailable"
  | "other";

/** Whether a comparison is of a value, and which. */
export type Comparison = "=" | "<" | ">";

/** The end of the page before: a row's value in the column of the order, as a caller is able to hold it, and its id. */
export interface Cursor {
  readonly column: string;
  readonly facts: ColumnFacts;
  readonly value: Expression<unknown>;
  readonly id: Expression<unknown>;
}

/** Everything that differs between the databases, as values and pure functions. */
export interface Dialect {
  readonly name: DialectName;
  /** Builds and compiles statements; is connected to nothing. */
  readonly builder: Kysely<Tables>;
  /** `INSERT`, `UPDATE` and `DELETE` can answer with the rows they touched. */
  readonly hasReturning: boolean;
  /** A text can hold the character U+0000. */
  readonly hasNul: boolean;
  /** A limit can be a parameter; otherwise it is written into the statement. */
  readonly hasLimitParameter: boolean;
  codec(facts: ColumnFacts): Codec;
  /** What is selected for a column, so that the same text arrives whatever the driver's settings are. */
  selected(reference: Expression<unknown>, facts: ColumnFacts): Expression<unknown>;
  /** What rows are ordered and paged by, as an index has it; searched texts in the order of the index that finds them. */
  ordered(reference: Expression<unknown>, isSearched: boolean): Expression<unknown>;
  /** Where a cursor stands in that order: its value, or what that was cut from. */
  atCursor(cursor: Cursor, plan: ModelPlan): Expression<unknown>;
  /** A comparison that is exact: case, accents and trailing spaces count. */
  compared(
    reference: Expression<unknown>,
    comparison: Comparison,
    value: Expression<unknown>,
    facts: ColumnFacts,
  ): Expression<SqlBool>;
  /** Membership in a list, exact as well. */
  within(
    reference: Expression<unknown>,
    values: readonly Expression<unknown>[],
    facts: ColumnFacts,
  ): Expression<SqlBool>;
  /** A searched text as it is compared and indexed: by code point, whatever the collation of its column. */
  searchable(reference: Expression<unknown>): Expression<unknown>;
  /** The values that the search for a prefix compares with. */
  prefixBounds(prefix: string): readonly string[];
  /** Texts that begin with a prefix, exactly; as many `bounds` as `prefixBounds` gives. */
  beginsWith(reference: Expression<unknown>, bounds: readonly Expression<unknown>[]): Expression<SqlBool>;
  fault(error: unknown): Fault;
  conflict(error: unknown, plan: ModelPlan): Conflict;
}
