import { fullModel, type Schema } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import type { Dialect } from "../dialect/dialect.js";
import type { Driver } from "../driver/driver.js";
import { type RowGate, rowGateOf } from "../driver/row-gate.js";
import { type ModelPlan, planModels } from "../statement/plan.js";
import type { PreparedStatement } from "../statement/statement.js";
import type { TableOptions } from "../tables/options.js";
import { createMultiWriter, type MultiWriter } from "./multi-writer.js";
import { createRoom, type Room } from "./room.js";

/** Shared by all verbs of one adapter. */
export interface AdapterState {
  readonly dialect: Dialect;
  readonly driver: Driver;
  /** Limits the number of connections per row; null for a database with a single connection. */
  readonly rowGate: RowGate | null;
  readonly multiWriter: MultiWriter;
  readonly room: Room;
  /** The model with every plugin's columns, prepared. */
  plan(model: Pick<Model, "name">): ModelPlan;
  /** The statement for a key, compiled at its first use. */
  statement(key: string, compile: () => PreparedStatement): PreparedStatement;
}

/** Far more than an app needs; it bounds the memory if lists have ever new lengths. */
const maxStatements = 2000;

export function createAdapterState(
  schema: Schema,
  dialect: Dialect,
  driver: Driver,
  tables: Required<TableOptions>,
): AdapterState {
  const plans = planModels(schema, dialect, tables);
  const statements = new Map<string, PreparedStatement>();
  return {
    dialect,
    driver,
    rowGate: rowGateOf(driver),
    multiWriter: createMultiWriter(dialect, tables),
    room: createRoom(dialect),
    plan: ({ name }) => plans.get(name) ?? unknownModel(schema, name),
    statement: (key, compile) => {
      const known = statements.get(key);
      if (known) return known;
      const statement = compile();
      if (statements.size >= maxStatements) statements.clear();
      statements.set(key, statement);
      return statement;
    },
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
