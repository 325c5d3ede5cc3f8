import { fullModel, type Schema } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import type { Dialect } from "../dialect/dialect.js";
import type { Driver } from "../driver/driver.js";
import { type ModelPlan, planModels } from "../statement/plan.js";
import type { PreparedStatement } from "../statement/statement.js";

/** Shared by all verbs of one adapter. */
export interface AdapterState {
  readonly dialect: Dialect;
  readonly driver: Driver;
  /** The model with every plugin's columns, prepared. */
  plan(model: Pick<Model, "name">): ModelPlan;
  /** The statement for a key, compiled at its first use. */
  statement(key: string, compile: () => PreparedStatement): PreparedStatement;
}

/** Far more than an app needs; it bounds the memory if lists have ever new lengths. */
const maxStatements = 2000;

export function createAdapterState(schema: Schema, dialect: Dialect, driver: Driver): AdapterState {
  const plans = planModels(schema, dialect);
  const statements = new Map<string, PreparedStatement>();
  return {
    dialect,
    driver,
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
