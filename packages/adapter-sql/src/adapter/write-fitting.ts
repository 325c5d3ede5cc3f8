import { type AnyRow, isRejectedValue } from "@keyhold/core/adapter";
import type { Conflict } from "@keyhold/core/plugin";
import type { Scope } from "./place.js";

/**
 * Runs a write, and again with the values that fit; a conflict is a result. In a transaction the whole work runs again.
 */
export async function writeFitting<T>(
  scope: Scope,
  values: AnyRow,
  write: (fitting: AnyRow) => Promise<T>,
): Promise<T | Conflict> {
  const { state, place, table } = scope;
  const { room, driver, dialect } = state;
  const fitting = room.fitting(table.plan, values);
  try {
    return await write(fitting);
  } catch (error) {
    if (dialect.fault(error) === "conflict") return dialect.conflict(error, table.plan);
    const found = isRejectedValue(error) ? error : room.read(table.plan, fitting, error);
    if (place.isInTransaction || !room.mayLearnOf(found)) throw found ?? error;
    if (await room.learn(driver, error)) return writeFitting(scope, values, write);
    throw room.explained(error);
  }
}
