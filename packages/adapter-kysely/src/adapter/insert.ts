import { type Conflict, completeRow, type Model } from "@keyhold/core";
import { type AnyRow, copyRow } from "../shape/row.js";
import { insertShape } from "../shape/write.js";
import type { Kit } from "./kit.js";
import type { Parent, Place } from "./place.js";

/** All values are known before the row is: no `RETURNING`, and nothing to read back. */
export async function insert(
  kit: Kit,
  place: Place,
  model: Model,
  given: AnyRow,
  parent?: Parent,
): Promise<AnyRow | Conflict> {
  const plan = kit.plan(model);
  const parentId = place.parentId(plan, parent);
  const row = completeRow(plan.model, given);
  if (parentId !== null && row[plan.model.parentColumn ?? ""] !== parentId) {
    throw new Error(`The new "${plan.name}" belongs to another parent than the one that is held.`);
  }
  const values = plan.columns.map((column) => column.encode(row[column.name]));
  const shape = kit.shape(`insert ${plan.name}`, () => insertShape(kit.dialect, plan));
  try {
    await place.run(shape, values);
  } catch (error) {
    if (kit.dialect.fault(error) === "conflict") return kit.dialect.conflict(error, plan);
    throw error;
  }
  const kept = copyRow(plan, row);
  place.hold(plan, kept);
  return kept;
}
