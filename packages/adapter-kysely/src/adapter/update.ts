import type { CounterBounds } from "@keyhold/core/adapter";
import type { Conflict, Model } from "@keyhold/core/plugin";
import { columnOf, type ModelPlan } from "../statement/plan.js";
import { findStatement, lockStatement } from "../statement/read.js";
import { type AnyRow, readRow } from "../statement/row.js";
import { type AnyWhere, readWhere } from "../statement/where.js";
import { addStatement, updateStatement } from "../statement/write.js";
import type { AdapterState } from "./adapter-state.js";
import type { Parent, Place } from "./place.js";
import { tablePlan } from "./read.js";

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
  patch: AnyRow,
  parent?: Parent,
): Promise<AnyRow | Conflict | null> {
  const plan = tablePlan(state, model);
  const target: Target = { plan, where: { id }, parentId: place.parentId(plan, parent) };
  const changes = readPatch(target, patch);
  try {
    return await change(state, place, target, changes);
  } catch (error) {
    if (state.dialect.fault(error) === "conflict") return state.dialect.conflict(error, plan);
    throw error;
  }
}

/**
 * The columns to change with their encoded values; skips undefined ones. In the order of the model, because the order
 * of a caller's keys would create ever new statements.
 */
function readPatch({ plan, parentId }: Target, patch: AnyRow): Map<string, unknown> {
  for (const name of Object.keys(patch)) columnOf(plan, name);
  const changes = new Map<string, unknown>();
  for (const { name, facts, encode } of plan.columns) {
    const value = Object.hasOwn(patch, name) ? patch[name] : undefined;
    if (value === undefined) continue;
    if (name === "id" || facts.isGuarded) throw new Error(`"${plan.name}.${name}" cannot be changed by update.`);
    if (value === null && !facts.isOptional) throw new Error(`The column "${plan.name}.${name}" cannot be null.`);
    if (parentId !== null && name === plan.model.parentColumn && value !== parentId) {
      throw new Error(`A row of "${plan.name}" cannot move to another parent.`);
    }
    changes.set(name, encode(value));
  }
  return changes;
}

export async function transition(
  state: AdapterState,
  place: Place,
  model: Model,
  id: string,
  column: string,
  from: unknown,
  to: unknown,
  parent?: Parent,
): Promise<AnyRow | null> {
  const plan = tablePlan(state, model);
  const { encode } = guardedColumn(plan, column);
  const target: Target = { plan, where: { id, [column]: from }, parentId: place.parentId(plan, parent) };
  return change(state, place, target, new Map([[column, encode(to)]]));
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
  by: number,
  bounds: CounterBounds,
  parent?: Parent,
): Promise<AnyRow | null> {
  const plan = tablePlan(state, model);
  const { facts, encode } = guardedColumn(plan, column);
  if (facts.kind !== "integer") throw new Error(`"${plan.name}.${column}" is not a counter.`);
  const target: Target = { plan, where: { id }, parentId: place.parentId(plan, parent) };
  const asked = readWhere(plan, target.where, target.parentId);
  const { min, max } = readBounds(bounds);
  if (asked.matchesNothing) return null;
  const step = encode(by);
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
    if (!row || (hasMin && sum < min) || (hasMax && sum > max)) return null;
    await inner.run(statement, values);
    return { ...row, [column]: sum };
  });
}

/** A bound beyond the range of a counter counts as no bound. */
function readBounds({ min = -Infinity, max = Infinity }: CounterBounds): { min: number | null; max: number | null } {
  if (Number.isNaN(min) || Number.isNaN(max)) throw new Error("A counter's bound is not a number.");
  const most = Number.MAX_SAFE_INTEGER;
  return {
    min: min <= -most ? null : Math.min(Math.ceil(min), most),
    max: max >= most ? null : Math.max(Math.floor(max), -most),
  };
}

function guardedColumn(plan: ModelPlan, name: string): ReturnType<typeof columnOf> {
  const column = columnOf(plan, name);
  if (!column.facts.isGuarded) throw new Error(`"${plan.name}.${name}" is neither a state nor a counter.`);
  return column;
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
