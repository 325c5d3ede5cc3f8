import { join, raw, type Sql, sql } from "../sql/sql.js";
import type { Comparison } from "./dialect.js";

/** `reference = value`, `reference < value` or `reference > value`. */
export function compare(reference: Sql, comparison: Comparison, value: Sql): Sql {
  return sql`${reference} ${raw(comparison)} ${value}`;
}

/** `reference in (values)`. */
export const isAmong = (reference: Sql, values: readonly Sql[]): Sql => sql`${reference} in (${join(values)})`;
