import type { ColumnFacts, Model, Schema } from "@keyhold/core";
import type { Dialect } from "../dialect/dialect.js";
import { checkedEncode } from "./value.js";

/** A column with its way to the driver and back. */
export interface ColumnPlan {
  readonly name: string;
  readonly facts: ColumnFacts;
  encode(value: unknown): unknown;
  readonly decode: ((value: unknown) => unknown) | null;
}

/** A column of another model that holds ids of this one. */
export interface Dependant {
  readonly model: string;
  readonly column: string;
}

/** A model as the verbs use it: looked at once, when the adapter is made. */
export interface ModelPlan {
  readonly model: Model;
  readonly name: string;
  readonly columns: readonly ColumnPlan[];
  readonly byName: ReadonlyMap<string, ColumnPlan>;
  /** A text of this table can hold the character U+0000. */
  readonly hasNul: boolean;
  /** Whose rows go when a row of this model goes. */
  readonly dependants: readonly Dependant[];
  /** Column sets that are unique, the id first. */
  readonly uniques: readonly (readonly string[])[];
}

export function planModels(schema: Schema, dialect: Dialect): ReadonlyMap<string, ModelPlan> {
  const plans = new Map<string, ModelPlan>();
  for (const model of schema.models.values()) plans.set(model.name, planModel(model, schema, dialect));
  return plans;
}

function planModel(model: Model, schema: Schema, dialect: Dialect): ModelPlan {
  const columns = Object.entries(model.columns).map(([name, { facts }]): ColumnPlan => {
    const codec = dialect.codec(facts);
    return { name, facts, encode: checkedEncode(`${model.name}.${name}`, facts, codec.encode), decode: codec.decode };
  });
  return {
    model,
    name: model.name,
    columns,
    byName: new Map(columns.map((column) => [column.name, column])),
    hasNul: dialect.hasNul,
    dependants: dependantsOf(model, schema),
    uniques: [["id"], ...columns.filter(({ facts }) => facts.isUnique).map(({ name }) => [name]), ...model.uniques],
  };
}

function dependantsOf({ name }: Model, schema: Schema): Dependant[] {
  return [...schema.models.values()].flatMap((other) =>
    Object.entries(other.columns)
      .filter(([, { facts }]) => facts.references === name && other.name !== name)
      .map(([column]) => ({ model: other.name, column })),
  );
}

/** The plan's column, or a refusal that names it. */
export function columnOf(plan: ModelPlan, name: string): ColumnPlan {
  const column = plan.byName.get(name);
  if (!column) throw new Error(`Model "${plan.name}" has no column "${name}".`);
  return column;
}
