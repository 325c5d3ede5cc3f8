import type { AnyRow } from "@keyhold/core/adapter";
import type { Conflict, Model } from "@keyhold/core/plugin";
import { type ModelPlan, storedValue } from "../statement/plan.js";
import { copyRow } from "../statement/row.js";
import { insertStatement } from "../statement/write.js";
import type { AdapterState } from "./adapter-state.js";
import type { Place } from "./place.js";
import { writeFitting } from "./room.js";

/** All values are known before the insert, so it needs neither `RETURNING` nor a read. */
export async function insert(state: AdapterState, place: Place, model: Model, row: AnyRow): Promise<AnyRow | Conflict> {
  const plan = state.plan(model);
  const statement = state.statement(`insert ${plan.name}`, () => insertStatement(state.dialect, plan));
  return orConflict(state, plan, () =>
    writeFitting(state, place, plan, row, async (fitting) => {
      await place.run(statement, valuesOf(plan, fitting));
      return copyRow(plan, fitting);
    }),
  );
}

/** The smallest maximum of the databases: that of a Durable Object. */
const maxParameters = 100;

/** The same for several rows, in a transaction: one statement for as many rows as have `maxParameters` values. */
export async function insertMany(
  state: AdapterState,
  place: Place,
  model: Model,
  rows: readonly AnyRow[],
): Promise<readonly AnyRow[] | Conflict> {
  const plan = state.plan(model);
  const most = Math.max(1, Math.floor(maxParameters / plan.columns.length));
  return orConflict(state, plan, () =>
    writeFitting(state, place, plan, longest(plan, rows), async () => {
      const fitting = rows.map((row) => state.room.fitting(plan, row));
      for (let from = 0; from < fitting.length; from += most) {
        const some = fitting.slice(from, from + most);
        const statement = state.statement(`insert ${plan.name} ${some.length}`, () =>
          insertStatement(state.dialect, plan, some.length),
        );
        await place.run(
          statement,
          some.flatMap((row) => valuesOf(plan, row)),
        );
      }
      return fitting.map((row) => copyRow(plan, row));
    }),
  );
}

const valuesOf = (plan: ModelPlan, row: AnyRow): unknown[] =>
  plan.columns.map((column) => storedValue(plan, column, row[column.name]));

/** Of each column the longest text of all rows: if a column refuses a text for its length, it refuses this one. */
function longest(plan: ModelPlan, rows: readonly AnyRow[]): AnyRow {
  const lengthOf = (value: unknown): number => (typeof value === "string" ? value.length : 0);
  return Object.fromEntries(
    plan.columns.map(({ name }) => [
      name,
      rows.map((row) => row[name]).reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one)),
    ]),
  );
}

async function orConflict<T>(state: AdapterState, plan: ModelPlan, write: () => Promise<T>): Promise<T | Conflict> {
  try {
    return await write();
  } catch (error) {
    if (state.dialect.fault(error) === "conflict") return state.dialect.conflict(error, plan);
    throw error;
  }
}
