import { fullModel, type Schema } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";
import type { Driver } from "../driver/driver.js";
import { type RowGate, rowGateOf } from "../driver/row-gate.js";
import { planModels } from "../statement/plan.js";
import { nowQuery } from "../statement/read.js";
import { createTable, type Query, type Table } from "../statement/table.js";
import type { TableOptions } from "../tables/options.js";
import { createMultiWriter, type MultiWriter } from "./multi-writer.js";
import { createRoom, type Room } from "./room.js";

/** Shared by all verbs of an adapter. */
export interface AdapterState {
  readonly dialect: Dialect;
  readonly driver: Driver;
  /** Limits the number of connections per row; null for a database with a single connection. */
  readonly rowGate: RowGate | null;
  readonly multiWriter: MultiWriter;
  readonly room: Room;
  /** The table of a model, with every plugin's columns. */
  table(model: { readonly name: string }): Table;
  readonly now: Query;
}

export function createAdapterState(
  schema: Schema,
  dialect: Dialect,
  driver: Driver,
  options: Required<TableOptions>,
): AdapterState {
  const plans = planModels(schema, dialect, options);
  const tables = new Map([...plans].map(([name, plan]) => [name, createTable(dialect, plan)] as const));
  return {
    dialect,
    driver,
    rowGate: rowGateOf(driver),
    multiWriter: createMultiWriter(dialect, options),
    room: createRoom(dialect),
    table: ({ name }) => tables.get(name) ?? unknownModel(schema, name),
    now: nowQuery(dialect),
  };
}

function unknownModel(schema: Schema, name: string): never {
  fullModel(schema, {
    name,
    columns: {},
    use: "table",
    parentColumn: null,
    parent: null,
    uniques: [],
    indexes: [],
    searched: [],
  });
  throw new Error(`Model "${name}" is unknown.`);
}
