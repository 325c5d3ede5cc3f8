import type { AnyRow } from "@keyhold/core/adapter";
import type { Cells } from "../driver/driver.js";
import type { ColumnPlan, ModelPlan } from "./plan.js";

/** The columns that a read returns: of the table, and of the joined table. */
export interface Shown {
  readonly own: ModelPlan;
  readonly parent: ModelPlan | null;
}

/** Creates a row from a result, with the referenced row under the name of the model. */
export function readShown({ own, parent }: Shown, cells: Cells): AnyRow {
  const row = readRow(own, cells);
  if (parent) row[parent.name] = readRow(parent, cells, own.columns.length);
  return row;
}

/** Creates a row from a result; the columns of the model start at `offset`. */
export function readRow({ columns }: ModelPlan, cells: Cells, offset = 0): AnyRow {
  const row: AnyRow = {};
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index] as ColumnPlan;
    const cell = cells[offset + index] ?? null;
    row[column.name] = cell === null || column.decode === null ? cell : column.decode(cell);
  }
  return row;
}

/** The row as a later read would return it, without objects shared with the caller. */
export function copyRow({ columns }: ModelPlan, row: Readonly<AnyRow>): AnyRow {
  return Object.fromEntries(columns.map(({ name, facts }) => [name, copy(facts.kind, row[name] ?? null)]));
}

function copy(kind: ColumnPlan["facts"]["kind"], value: unknown): unknown {
  if (value instanceof Date) return new Date(value);
  return kind === "json" && value !== null ? JSON.parse(JSON.stringify(value)) : value;
}
