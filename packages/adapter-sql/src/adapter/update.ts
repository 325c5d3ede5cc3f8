import type { AnyRow, RowBounds, UnderParent } from "@keyhold/core/adapter";
import type { Conflict } from "@keyhold/core/plugin";
import type { Result } from "../driver/driver.js";
import { columnOf, type ModelPlan, storedValue } from "../statement/plan.js";
import { findQuery, lockQuery } from "../statement/read.js";
import { readRow } from "../statement/row.js";
import type { Rows } from "../statement/where.js";
import { addQuery, updateQuery } from "../statement/write.js";
import { type Scope, together } from "./place.js";
import { writeFitting } from "./write-fitting.js";

/** The row to change, and the locked parent. */
export interface Target {
  readonly id: string;
  readonly under: UnderParent | null;
}

export function update(scope: Scope, target: Target, given: AnyRow): Promise<AnyRow | Conflict | null> {
  const { plan } = scope.table;
  return writeFitting(scope, given, async (fitting) => {
    if (Object.keys(fitting).length === 0) return findTarget(scope, target);
    const changes = Object.entries(fitting).map(
      ([name, value]) => [name, storedValue(plan, columnOf(plan, name), value)] as const,
    );
    return change(scope, target, {}, new Map(changes));
  });
}

export async function transition(
  scope: Scope,
  target: Target,
  column: string,
  { from, to }: { readonly from: unknown; readonly to: unknown },
): Promise<AnyRow | null> {
  const stored = columnOf(scope.table.plan, column).encode(to);
  return change(scope, target, { [column]: from }, new Map([[column, stored]]));
}

/** `UPDATE` of the target row if the row has the values of `only`; null without a row. */
async function change(
  scope: Scope,
  target: Target,
  only: AnyRow,
  changes: ReadonlyMap<string, unknown>,
): Promise<AnyRow | null> {
  const { state, place, table } = scope;
  const rows: Rows = { where: { id: target.id, ...only }, under: target.under };
  const query = updateQuery(table, changes, rows);
  if (!query) return null;
  if (state.dialect.hasReturning) return firstRow(table.plan, await place.run(query));
  return together(scope, async (inner) => {
    if (!(await lock(inner, rows))) return null;
    await inner.place.run(query);
    return findTarget(inner, target);
  });
}

export async function add(
  scope: Scope,
  { id, under }: Target,
  column: string,
  step: { readonly by: number } & RowBounds,
): Promise<AnyRow | null> {
  const { state, place, table } = scope;
  const rows: Rows = { where: { id }, under };
  const query = addQuery(table, column, step, rows);
  if (!query) return null;
  if (state.dialect.hasReturning) return firstRow(table.plan, await place.run(query));
  const { by, min, max } = step;
  return together(scope, async (inner) => {
    const row = await lock(inner, rows);
    const sum = Number(row?.[column]) + by;
    if (!row || (min !== null && sum < min) || (max !== null && sum > max)) return null;
    await inner.place.run(query);
    return { ...row, [column]: sum };
  });
}

async function lock({ place, table }: Scope, rows: Rows): Promise<AnyRow | null> {
  const query = lockQuery(table, rows);
  return query && firstRow(table.plan, await place.run(query));
}

async function findTarget({ place, table }: Scope, { id, under }: Target): Promise<AnyRow | null> {
  const query = findQuery(table, { where: { id }, under }, { own: table.plan, parent: null });
  return query && firstRow(table.plan, await place.run(query));
}

const firstRow = (plan: ModelPlan, { rows }: Result): AnyRow | null => (rows[0] ? readRow(plan, rows[0]) : null);
