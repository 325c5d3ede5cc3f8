import type { AnyRow, AnyWhere } from "@keyhold/core/adapter";
import { isIn } from "@keyhold/core/plugin";
import { lockQuery } from "../statement/read.js";
import { readRow } from "../statement/row.js";
import type { Query, Table } from "../statement/table.js";
import type { Rows } from "../statement/where.js";
import { clearQuery, consumeQuery, lockSomeQuery, removeQuery, removeSomeQuery } from "../statement/write.js";
import { type Scope, together } from "./place.js";

export async function consume(scope: Scope, where: AnyWhere): Promise<AnyRow | null> {
  const { state, table } = scope;
  const { hasReturning } = state.dialect;
  const query = hasReturning ? consumeQuery(table, where) : lockQuery(table, { where });
  if (!query) return null;
  if (hasReturning) return (await rowsOf(scope, query))[0] ?? null;
  return together(scope, async (inner) => {
    const [row] = await rowsOf(inner, query);
    if (row) await affected(inner, removeQuery(table, { where }));
    return row ?? null;
  });
}

export async function remove(scope: Scope, rows: Rows): Promise<number> {
  const { table } = scope;
  if (isAlone(table)) return affected(scope, removeQuery(table, rows));
  const query = lockQuery(table, rows);
  if (!query) return 0;
  return together(scope, async (inner) => removeLocked(inner, idsOf(await rowsOf(inner, query))));
}

export async function removeSome(scope: Scope, where: AnyWhere, limit: number): Promise<number> {
  const { state, table } = scope;
  const most = Math.min(limit, state.dialect.maxRemovedRows);
  // MySQL has no `LIMIT` in such a subquery.
  const isOne = state.dialect.name !== "mysql" && isAlone(table);
  const query = isOne ? removeSomeQuery(table, where, most) : lockSomeQuery(table, where, most);
  if (!query || limit === 0) return 0;
  if (isOne) return affected(scope, query);
  return together(scope, async (inner) => {
    const { rows } = await inner.place.run(query);
    return removeLocked(
      inner,
      rows.map(([id]) => String(id)),
    );
  });
}

/** Removes rows together with the rows that reference them. */
async function removeLocked(scope: Scope, ids: readonly string[]): Promise<number> {
  await clearColumns(scope, ids);
  await removeDependants(scope, ids);
  let removed = 0;
  for (const part of parts(ids)) {
    removed += await affected(scope, removeQuery(scope.table, { where: { id: isIn(part) } }));
  }
  return removed;
}

/** Whether removing a row of this table changes no other table. */
const isAlone = ({ plan }: Table): boolean => plan.dependants.length === 0 && plan.clearings.length === 0;

/** Not left to foreign keys: columns of other software lack them. */
async function clearColumns(scope: Scope, ids: readonly string[]): Promise<void> {
  for (const { model, column } of scope.table.plan.clearings) {
    const table = scope.state.table({ name: model });
    for (const part of parts(ids)) await affected(scope, clearQuery(table, column, { [column]: isIn(part) }));
  }
}

/** Tables of other software do not cascade, so this removes referencing rows explicitly in every database. */
async function removeDependants(scope: Scope, ids: readonly string[]): Promise<void> {
  for (const { model, column } of scope.table.plan.dependants) {
    const child: Scope = { ...scope, table: scope.state.table({ name: model }) };
    for (const part of parts(ids)) {
      const rows: Rows = { where: { [column]: isIn(part) } };
      if (!isAlone(child.table)) {
        const childIds = idsOf(await rowsOf(child, lockQuery(child.table, rows)));
        await clearColumns(child, childIds);
        await removeDependants(child, childIds);
      }
      await affected(child, removeQuery(child.table, rows));
    }
  }
}

async function affected({ place }: Scope, query: Query | null): Promise<number> {
  return query ? (await place.run(query)).affected : 0;
}

async function rowsOf({ place, table }: Scope, query: Query | null): Promise<AnyRow[]> {
  const { rows } = query ? await place.run(query) : { rows: [] };
  return rows.map((cells) => readRow(table.plan, cells));
}

const idsOf = (rows: readonly AnyRow[]): string[] => rows.map(({ id }) => String(id));

/** Splits ids into lists short enough for every database. */
function parts(ids: readonly string[]): string[][] {
  const length = 512;
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, index) =>
    ids.slice(index * length, (index + 1) * length),
  );
}
