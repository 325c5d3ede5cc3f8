import { fullModel, type Model, type Schema } from "@keyhold/core";
import type { Dialect } from "../dialect/dialect.js";
import type { Driver } from "../driver/driver.js";
import { type ModelPlan, planModels } from "../shape/plan.js";
import type { Shape } from "../shape/statement.js";

/** What all verbs of one adapter share. */
export interface Kit {
  readonly dialect: Dialect;
  readonly driver: Driver;
  /** The model with every plugin's columns, prepared. */
  plan(model: Pick<Model, "name">): ModelPlan;
  /** The statement for a key, compiled when it is first asked for. */
  shape(key: string, compile: () => Shape): Shape;
}

/** Far more than an app has; lists of ever new lengths must not fill the memory. */
const mostShapes = 2000;

export function createKit(schema: Schema, dialect: Dialect, driver: Driver): Kit {
  const plans = planModels(schema, dialect);
  const shapes = new Map<string, Shape>();
  return {
    dialect,
    driver,
    plan: ({ name }) => plans.get(name) ?? unknownModel(schema, name),
    shape: (key, compile) => {
      const known = shapes.get(key);
      if (known) return known;
      const shape = compile();
      if (shapes.size >= mostShapes) shapes.clear();
      shapes.set(key, shape);
      return shape;
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
