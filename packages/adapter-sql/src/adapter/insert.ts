import type { AnyRow } from "@keyhold/core/adapter";
import type { Conflict } from "@keyhold/core/plugin";
import type { DialectName } from "../dialect/dialect.js";
import { type ModelPlan, storedValue } from "../statement/plan.js";
import { copyRow } from "../statement/row.js";
import { insertQuery } from "../statement/write.js";
import type { Scope } from "./place.js";
import { writeFitting } from "./write-fitting.js";

/** All values are known before the insert, so neither `RETURNING` nor a read is needed. */
export function insert(scope: Scope, row: AnyRow): Promise<AnyRow | Conflict> {
  const { place, table } = scope;
  return writeFitting(scope, row, async (fitting) => {
    await place.run(insertQuery(table, [valuesOf(table.plan, fitting)]));
    return copyRow(table.plan, fitting);
  });
}

/** How many values a statement may have. SQLite: the maximum of a Durable Object. */
const maxParameters = { sqlite: 100, postgres: 1000, mysql: 1000 } as const satisfies Record<DialectName, number>;

/** Few sizes, so that a connection prepares few statements: up to sixteen rows, or a power of two. */
const sizeOf = (rows: number): number => (rows <= 16 ? rows : 2 ** Math.floor(Math.log2(rows)));

/** Inserts several rows in a transaction. A statement has as many rows as fit into `maxParameters` values. */
export function insertMany(scope: Scope, rows: readonly AnyRow[]): Promise<readonly AnyRow[] | Conflict> {
  const { state, place, table } = scope;
  const { dialect, plan } = table;
  const most = Math.max(1, Math.floor(maxParameters[dialect.name] / plan.columns.length));
  return writeFitting(scope, longest(plan, rows), async () => {
    const fitting = rows.map((row) => state.room.fitting(plan, row));
    for (let from = 0; from < fitting.length; ) {
      const some = fitting.slice(from, from + sizeOf(Math.min(most, fitting.length - from)));
      from += some.length;
      await place.run(
        insertQuery(
          table,
          some.map((row) => valuesOf(plan, row)),
        ),
      );
    }
    return fitting.map((row) => copyRow(plan, row));
  });
}

const valuesOf = (plan: ModelPlan, row: AnyRow): unknown[] =>
  plan.columns.map((column) => storedValue(plan, column, row[column.name]));

/** Of each column the longest text of all rows: a column that rejects a text for length rejects the longest text. */
function longest(plan: ModelPlan, rows: readonly AnyRow[]): AnyRow {
  const lengthOf = (value: unknown): number => (typeof value === "string" ? value.length : 0);
  return Object.fromEntries(
    plan.columns.map(({ name }) => [
      name,
      rows.map((row) => row[name]).reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one)),
    ]),
  );
}
