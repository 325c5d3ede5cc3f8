import { completeRow } from "@keyhold/core/adapter";
import type { Conflict, Model } from "@keyhold/core/plugin";
import { type AnyRow, copyRow } from "../statement/row.js";
import { insertStatement } from "../statement/write.js";
import type { AdapterState } from "./adapter-state.js";
import type { Parent, Place } from "./place.js";

/** All values are known before the insert, so it needs neither `RETURNING` nor a read. */
export async function insert(
  state: AdapterState,
  place: Place,
  model: Model,
  given: AnyRow,
  parent?: Parent,
): Promise<AnyRow | Conflict> {
  const plan = state.plan(model);
  const parentId = place.parentId(plan, parent);
  const row = completeRow(plan.model, given);
  if (parentId !== null && row[plan.model.parentColumn ?? ""] !== parentId) {
    throw new Error(`The new "${plan.name}" belongs to another parent than the locked one.`);
  }
  const values = plan.columns.map((column) => column.encode(row[column.name]));
  const statement = state.statement(`insert ${plan.name}`, () => insertStatement(state.dialect, plan));
  try {
    await place.run(statement, values);
  } catch (error) {
    if (state.dialect.fault(error) === "conflict") return state.dialect.conflict(error, plan);
    throw error;
  }
  const kept = copyRow(plan, row);
  place.lock(plan, kept);
  return kept;
}
