import type { Expression, SqlBool } from "kysely";
import { sql } from "kysely";
import type { Comparison } from "./dialect.js";

/** `reference = value`, `reference < value` or `reference > value`. */
export function compare(
  reference: Expression<unknown>,
  comparison: Comparison,
  value: Expression<unknown>,
): Expression<SqlBool> {
  return sql<SqlBool>`${reference} ${sql.raw(comparison)} ${value}`;
}

/** `reference in (values)`. */
export const isAmong = (reference: Expression<unknown>, values: readonly Expression<unknown>[]): Expression<SqlBool> =>
  sql<SqlBool>`${reference} in (${sql.join(values)})`;
