import type { AnyRow, AnyWhere, RowBounds, UnderParent } from "@keyhold/core/adapter";
import type { Conflict, Model } from "@keyhold/core/plugin";
import { columnOf, type ModelPlan, storedValue } from "../statement/plan.js";
import { findStatement, lockStatement } from "../statement/read.js";
import { readRow } from "../statement/row.js";
import { readWhere } from "../statement/where.js";
import { addStatement, updateStatement } from "../statement/write.js";
import type { AdapterState } from "./adapter-state.js";
import type { Place } from "./place.js";
import { writeFitting } from "./room.js";

/** The row to change: its conditions, and its locked parent. */
interface Target {
  readonly plan: ModelPlan;
  readonly where: AnyWhere;
  readonly parentId: string | null;
}

export async function update(
  state: AdapterState,
  place: Place,
  model: Model,
  id: string,
  given: AnyRow,
  under: UnderParent | null,
): Promise<AnyRow | Conflict | null> {
  const plan = state.plan(model);
  const target: Target = { plan, where: { id }, parentId: under?.id ?? null };
  try {
    return await writeFitting(state, place, plan, given, (fitting) => {
      const changes = Object.entries(fitting).map(
        ([name, value]) => [name, storedValue(plan, columnOf(plan, name), value)] as const,
      );
      return change(state, place, target, new Map(changes));
    });
  } catch (error) {
    if (state.dialect.fault(error) === "conflict") return state.dialect.conflict(error, plan);
    throw error;
  }
}

export async function transition(
  state: AdapterState,
  place: Place,
  model: Model,
  id: string,
  column: string,
  { from, to }: { readonly from: unknown; readonly to: unknown },
  under: UnderParent | null,
): Promise<AnyRow | null> {
  const plan = state.plan(model);
  const target: Target = { plan, where: { id, [column]: from }, parentId: under?.id ?? null };
  return change(state, place, target, new Map([[column, columnOf(plan, column).encode(to)]]));
}

/** `UPDATE` of the target row; null if it does not exist. */
async function change(
  state: AdapterState,
  place: Place,
  target: Target,
  changes: ReadonlyMap<string, unknown>,
): Promise<AnyRow | null> {
  const { plan, where, parentId } = target;
  if (changes.size === 0) return findUnder(state, place, target);
  const asked = readWhere(plan, where, parentId);
  if (asked.matchesNothing) return null;
  const columns = [...changes.keys()];
  const statement = state.statement(`update ${plan.name} ${columns.join()} ${asked.key}`, () =>
    updateStatement(state.dialect, plan, columns, where, parentId !== null),
  );
  const values = [...changes.values(), ...asked.values];
  if (state.dialect.hasReturning) return firstRow(plan, await place.run(statement, values));
  return place.together(async (inner) => {
    if (!(await lock(state, inner, target))) return null;
    await inner.run(statement, values);
    return findUnder(state, inner, { plan, where: { id: where.id }, parentId });
  });
}

export async function add(
  state: AdapterState,
  place: Place,
  model: Model,
  id: string,
  column: string,
  { by, min, max }: { readonly by: number } & RowBounds,
  under: UnderParent | null,
): Promise<AnyRow | null> {
  const plan = state.plan(model);
  const target: Target = { plan, where: { id }, parentId: under?.id ?? null };
  const asked = readWhere(plan, target.where, target.parentId);
  if (asked.matchesNothing) return null;
  const step = columnOf(plan, column).encode(by);
  const hasMin = min !== null;
  const hasMax = max !== null;
  const statement = state.statement(`add ${plan.name} ${column} ${hasMin} ${hasMax} ${asked.key}`, () =>
    addStatement(state.dialect, plan, column, { hasMin, hasMax }, target.where, target.parentId !== null),
  );
  const values = [step, ...asked.values, ...(hasMin ? [step, min] : []), ...(hasMax ? [step, max] : [])];
  if (state.dialect.hasReturning) return firstRow(plan, await place.run(statement, values));
  return place.together(async (inner) => {
    const row = await lock(state, inner, target);
    const sum = Number(row?.[column]) + by;
    if (!row || (min !== null && sum < min) || (max !== null && sum > max)) return null;
    await inner.run(statement, values);
    return { ...row, [column]: sum };
  });
}

async function lock(state: AdapterState, place: Place, { plan, where, parentId }: Target): Promise<AnyRow | null> {
  const { key, values } = readWhere(plan, where, parentId);
  const statement = state.statement(`lock ${plan.name} ${key}`, () =>
    lockStatement(state.dialect, plan, where, { isUnder: parentId !== null }),
  );
  return firstRow(plan, await place.run(statement, values));
}

async function findUnder(state: AdapterState, place: Place, { plan, where, parentId }: Target): Promise<AnyRow | null> {
  const scoped = parentId === null ? where : { ...where, [plan.model.parentColumn ?? ""]: parentId };
  const { key, values, matchesNothing } = readWhere(plan, scoped);
  if (matchesNothing) return null;
  const statement = state.statement(`find ${plan.name}  ${key}`, () =>
    findStatement(state.dialect, plan, scoped, null),
  );
  return firstRow(plan, await place.run(statement, values));
}

function firstRow(plan: ModelPlan, { rows }: { readonly rows: readonly (readonly unknown[])[] }): AnyRow | null {
  const cells = rows[0];
  return cells ? readRow(plan, cells) : null;
}
