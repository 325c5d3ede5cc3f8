import { isIn, type Model } from "@keyhold/core";
import type { ModelPlan } from "../shape/plan.js";
import { lockShape } from "../shape/read.js";
import { type AnyRow, readRow } from "../shape/row.js";
import { type AnyWhere, readWhere } from "../shape/where.js";
import { clearShape, lockSomeShape, removeShape, removeSomeShape, takeShape } from "../shape/write.js";
import type { Kit } from "./kit.js";
import type { Parent, Place } from "./place.js";

export async function take(kit: Kit, place: Place, model: Model, where: AnyWhere): Promise<AnyRow | null> {
  const plan = kit.plan(model);
  if (plan.model.use !== "one-time")
    throw new Error(`Rows of "${plan.name}" are not used once: remove takes them away.`);
  refuseEmpty(plan, where);
  const { key, values, matchesNothing } = readWhere(plan, where);
  if (matchesNothing) return null;
  if (kit.dialect.hasReturning) {
    const shape = kit.shape(`take ${plan.name} ${key}`, () => takeShape(kit.dialect, plan, where));
    const { rows } = await place.run(shape, values);
    return rows[0] ? readRow(plan, rows[0]) : null;
  }
  return place.together(async (inner) => {
    const [row] = await lockRows(kit, inner, plan, where, null);
    if (row) await removeFlat(kit, inner, plan, where, null);
    return row ?? null;
  });
}

export async function remove(kit: Kit, place: Place, model: Model, where: AnyWhere, parent?: Parent): Promise<number> {
  const plan = kit.plan(model);
  const parentId = place.parentId(plan, parent);
  refuseEmpty(plan, where);
  if (readWhere(plan, where).matchesNothing) return 0;
  if (isAlone(plan)) return removeFlat(kit, place, plan, where, parentId);
  return place.together(async (inner) => {
    const rows = await lockRows(kit, inner, plan, where, parentId);
    return removeLocked(
      kit,
      inner,
      plan,
      rows.map(({ id }) => String(id)),
    );
  });
}

export async function removeSome(
  kit: Kit,
  place: Place,
  model: Model,
  where: AnyWhere,
  limit: number,
): Promise<number> {
  const plan = kit.plan(model);
  const { parent, name } = plan.model;
  if (!Number.isSafeInteger(limit) || limit < 0) throw new Error(`A removal of some "${name}" needs a limit.`);
  if (parent !== null) throw new Error(`A "${name}" is removed inside \`within\` its "${parent}" only.`);
  refuseEmpty(plan, where);
  const { key, values, matchesNothing } = readWhere(plan, where);
  if (matchesNothing || limit === 0) return 0;
  const { dialect } = kit;
  const most = Math.min(limit, dialect.maxRemovedRows);
  const given = dialect.hasLimitParameter ? [...values, most] : values;
  const shapeKey = `${name} ${key} ${dialect.hasLimitParameter ? "" : most}`;
  // MySQL has no `LIMIT` in such a subquery.
  if (dialect.name !== "mysql" && isAlone(plan)) {
    const shape = kit.shape(`remove some ${shapeKey}`, () => removeSomeShape(dialect, plan, where, most));
    return (await place.run(shape, given)).affected;
  }
  return place.together(async (inner) => {
    const shape = kit.shape(`lock some ${shapeKey}`, () => lockSomeShape(dialect, plan, where, most));
    const { rows } = await inner.run(shape, given);
    return removeLocked(
      kit,
      inner,
      plan,
      rows.map(([id]) => String(id)),
    );
  });
}

/** With what references them. */
async function removeLocked(kit: Kit, place: Place, plan: ModelPlan, ids: readonly string[]): Promise<number> {
  await clearColumns(kit, place, plan, ids);
  await removeDependants(kit, place, plan, ids);
  return removeByIds(kit, place, plan, ids);
}

function refuseEmpty(plan: ModelPlan, where: AnyWhere): void {
  if (Object.keys(where).length === 0) throw new Error(`Removing every "${plan.name}" at once is refused.`);
}

/** Nothing else changes when a row of this model goes. */
const isAlone = ({ dependants, clearings }: ModelPlan): boolean => dependants.length === 0 && clearings.length === 0;

/** No foreign key does this: columns that others made have none. */
async function clearColumns(kit: Kit, place: Place, { clearings }: ModelPlan, ids: readonly string[]): Promise<void> {
  for (const { model, column } of clearings) {
    const plan = kit.plan({ name: model });
    for (const part of parts(ids)) {
      const where = { [column]: isIn(part) };
      const { key, values } = readWhere(plan, where);
      await place.run(
        kit.shape(`clear ${plan.name} ${key}`, () => clearShape(kit.dialect, plan, column, where)),
        values,
      );
    }
  }
}

/** Tables made by others do not cascade, so the rows that reference these are removed by us, in any database. */
async function removeDependants(kit: Kit, place: Place, plan: ModelPlan, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const dependant of plan.dependants) {
    const child = kit.plan({ name: dependant.model });
    for (const part of parts(ids)) {
      const where = { [dependant.column]: isIn(part) };
      if (!isAlone(child)) {
        const rows = await lockRows(kit, place, child, where, null);
        const childIds = rows.map(({ id }) => String(id));
        await clearColumns(kit, place, child, childIds);
        await removeDependants(kit, place, child, childIds);
      }
      await removeFlat(kit, place, child, where, null);
    }
  }
}

async function removeByIds(kit: Kit, place: Place, plan: ModelPlan, ids: readonly string[]): Promise<number> {
  let removed = 0;
  for (const part of parts(ids)) removed += await removeFlat(kit, place, plan, { id: isIn(part) }, null);
  return removed;
}

async function removeFlat(
  kit: Kit,
  place: Place,
  plan: ModelPlan,
  where: AnyWhere,
  parentId: string | null,
): Promise<number> {
  const { key, values } = readWhere(plan, where, parentId);
  const shape = kit.shape(`remove ${plan.name} ${key}`, () => removeShape(kit.dialect, plan, where, parentId !== null));
  const { affected } = await place.run(shape, values);
  return affected;
}

async function lockRows(
  kit: Kit,
  place: Place,
  plan: ModelPlan,
  where: AnyWhere,
  parentId: string | null,
): Promise<AnyRow[]> {
  const { key, values } = readWhere(plan, where, parentId);
  const shape = kit.shape(`lock ${plan.name} ${key}`, () =>
    lockShape(kit.dialect, plan, where, { isUnder: parentId !== null }),
  );
  const { rows } = await place.run(shape, values);
  return rows.map((cells) => readRow(plan, cells));
}

/** Lists short enough for every database. */
function parts(ids: readonly string[]): string[][] {
  const length = 512;
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, index) =>
    ids.slice(index * length, (index + 1) * length),
  );
}
