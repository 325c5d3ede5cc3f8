import type { AnyRow, AnyWhere, UnderParent } from "@keyhold/core/adapter";
import { isIn, type Model } from "@keyhold/core/plugin";
import type { ModelPlan } from "../statement/plan.js";
import { lockStatement } from "../statement/read.js";
import { readRow } from "../statement/row.js";
import { readWhere } from "../statement/where.js";
import {
  clearStatement,
  consumeStatement,
  lockSomeStatement,
  removeSomeStatement,
  removeStatement,
} from "../statement/write.js";
import type { AdapterState } from "./adapter-state.js";
import type { Place } from "./place.js";

export async function consume(
  state: AdapterState,
  place: Place,
  model: Model,
  where: AnyWhere,
): Promise<AnyRow | null> {
  const plan = state.plan(model);
  const { key, values, matchesNothing } = readWhere(plan, where);
  if (matchesNothing) return null;
  if (state.dialect.hasReturning) {
    const statement = state.statement(`take ${plan.name} ${key}`, () => consumeStatement(state.dialect, plan, where));
    const { rows } = await place.run(statement, values);
    return rows[0] ? readRow(plan, rows[0]) : null;
  }
  return place.together(async (inner) => {
    const [row] = await lockRows(state, inner, plan, where, null);
    if (row) await removeFlat(state, inner, plan, where, null);
    return row ?? null;
  });
}

export async function remove(
  state: AdapterState,
  place: Place,
  model: Model,
  where: AnyWhere,
  under: UnderParent | null,
): Promise<number> {
  const plan = state.plan(model);
  const parentId = under?.id ?? null;
  if (readWhere(plan, where).matchesNothing) return 0;
  if (isAlone(plan)) return removeFlat(state, place, plan, where, parentId);
  return place.together(async (inner) => {
    const rows = await lockRows(state, inner, plan, where, parentId);
    return removeLocked(
      state,
      inner,
      plan,
      rows.map(({ id }) => String(id)),
    );
  });
}

export async function removeSome(
  state: AdapterState,
  place: Place,
  model: Model,
  where: AnyWhere,
  limit: number,
): Promise<number> {
  const plan = state.plan(model);
  const { key, values, matchesNothing } = readWhere(plan, where);
  if (matchesNothing || limit === 0) return 0;
  const { dialect } = state;
  const most = Math.min(limit, dialect.maxRemovedRows);
  const given = dialect.hasLimitParameter ? [...values, most] : values;
  const statementKey = `${plan.name} ${key} ${dialect.hasLimitParameter ? "" : most}`;
  // MySQL has no `LIMIT` in such a subquery.
  if (dialect.name !== "mysql" && isAlone(plan)) {
    const statement = state.statement(`remove some ${statementKey}`, () =>
      removeSomeStatement(dialect, plan, where, most),
    );
    return (await place.run(statement, given)).affected;
  }
  return place.together(async (inner) => {
    const statement = state.statement(`lock some ${statementKey}`, () => lockSomeStatement(dialect, plan, where, most));
    const { rows } = await inner.run(statement, given);
    return removeLocked(
      state,
      inner,
      plan,
      rows.map(([id]) => String(id)),
    );
  });
}

/** Removes rows together with the rows that reference them. */
async function removeLocked(
  state: AdapterState,
  place: Place,
  plan: ModelPlan,
  ids: readonly string[],
): Promise<number> {
  await clearColumns(state, place, plan, ids);
  await removeDependants(state, place, plan, ids);
  return removeByIds(state, place, plan, ids);
}

/** Whether removing a row of this model changes no other table. */
const isAlone = ({ dependants, clearings }: ModelPlan): boolean => dependants.length === 0 && clearings.length === 0;

/** Not left to foreign keys: columns of other software lack them. */
async function clearColumns(
  state: AdapterState,
  place: Place,
  { clearings }: ModelPlan,
  ids: readonly string[],
): Promise<void> {
  for (const { model, column } of clearings) {
    const plan = state.plan({ name: model });
    for (const part of parts(ids)) {
      const where = { [column]: isIn(part) };
      const { key, values } = readWhere(plan, where);
      await place.run(
        state.statement(`clear ${plan.name} ${key}`, () => clearStatement(state.dialect, plan, column, where)),
        values,
      );
    }
  }
}

/** Tables of other software do not cascade, so this removes referencing rows explicitly in every database. */
async function removeDependants(
  state: AdapterState,
  place: Place,
  plan: ModelPlan,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const dependant of plan.dependants) {
    const child = state.plan({ name: dependant.model });
    for (const part of parts(ids)) {
      const where = { [dependant.column]: isIn(part) };
      if (!isAlone(child)) {
        const rows = await lockRows(state, place, child, where, null);
        const childIds = rows.map(({ id }) => String(id));
        await clearColumns(state, place, child, childIds);
        await removeDependants(state, place, child, childIds);
      }
      await removeFlat(state, place, child, where, null);
    }
  }
}

async function removeByIds(
  state: AdapterState,
  place: Place,
  plan: ModelPlan,
  ids: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const part of parts(ids)) removed += await removeFlat(state, place, plan, { id: isIn(part) }, null);
  return removed;
}

async function removeFlat(
  state: AdapterState,
  place: Place,
  plan: ModelPlan,
  where: AnyWhere,
  parentId: string | null,
): Promise<number> {
  const { key, values } = readWhere(plan, where, parentId);
  const statement = state.statement(`remove ${plan.name} ${key}`, () =>
    removeStatement(state.dialect, plan, where, parentId !== null),
  );
  const { affected } = await place.run(statement, values);
  return affected;
}

async function lockRows(
  state: AdapterState,
  place: Place,
  plan: ModelPlan,
  where: AnyWhere,
  parentId: string | null,
): Promise<AnyRow[]> {
  const { key, values } = readWhere(plan, where, parentId);
  const statement = state.statement(`lock ${plan.name} ${key}`, () =>
    lockStatement(state.dialect, plan, where, { isUnder: parentId !== null }),
  );
  const { rows } = await place.run(statement, values);
  return rows.map((cells) => readRow(plan, cells));
}

/** Splits ids into lists short enough for every database. */
function parts(ids: readonly string[]): string[][] {
  const length = 512;
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, index) =>
    ids.slice(index * length, (index + 1) * length),
  );
}
