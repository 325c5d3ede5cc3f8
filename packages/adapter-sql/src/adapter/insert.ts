import type { AnyRow } from "@keyhold/core/adapter";
import type { Conflict, Model } from "@keyhold/core/plugin";
import { storedValue } from "../statement/plan.js";
import { copyRow } from "../statement/row.js";
import { insertStatement } from "../statement/write.js";
import type { AdapterState } from "./adapter-state.js";
import type { Place } from "./place.js";
import { writeFitting } from "./room.js";

/** All values are known before the insert, so it needs neither `RETURNING` nor a read. */
export async function insert(state: AdapterState, place: Place, model: Model, row: AnyRow): Promise<AnyRow | Conflict> {
  const plan = state.plan(model);
  const statement = state.statement(`insert ${plan.name}`, () => insertStatement(state.dialect, plan));
  try {
    return await writeFitting(state, place, plan, row, async (fitting) => {
      await place.run(
        statement,
        plan.columns.map((column) => storedValue(plan, column, fitting[column.name])),
      );
      return copyRow(plan, fitting);
    });
  } catch (error) {
    if (state.dialect.fault(error) === "conflict") return state.dialect.conflict(error, plan);
    throw error;
  }
}
