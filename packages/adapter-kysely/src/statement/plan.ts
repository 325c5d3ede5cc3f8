import { type ColumnFacts, type Schema, searchedColumns } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import type { Dialect } from "../dialect/dialect.js";
import { inOrderOfReference } from "./order.js";
import { checkedEncode } from "./value.js";

/** A column with its conversion to and from the driver. */
export interface ColumnPlan {
  readonly name: string;
  readonly facts: ColumnFacts;
  encode(value: unknown): unknown;
  readonly decode: ((value: unknown) => unknown) | null;
}

/** A column of another model with ids of this one. */
export interface Dependant {
  readonly model: string;
  readonly column: string;
}

/** A model prepared for the verbs, once per adapter. */
export interface ModelPlan {
  readonly model: Model;
  readonly name: string;
  /** Its position in the common lock order: after the models it references. */
  readonly rank: number;
  readonly columns: readonly ColumnPlan[];
  readonly byName: ReadonlyMap<string, ColumnPlan>;
  /** The columns with an index for the search by prefix. */
  readonly searched: ReadonlySet<string>;
  /** Whether a text of this table can contain the character U+0000. */
  readonly hasNul: boolean;
  /** The parameters of a search for a prefix. */
  prefixBounds(prefix: string): readonly string[];
  /** The columns whose rows are removed together with a row of this model. */
  readonly dependants: readonly Dependant[];
  /** The columns set to null when a row of this model is removed. */
  readonly clearings: readonly Dependant[];
  /** The unique sets of columns, the id first. */
  readonly uniques: readonly (readonly string[])[];
}

export function planModels(schema: Schema, dialect: Dialect): ReadonlyMap<string, ModelPlan> {
  checkClearings(schema);
  const plans = new Map<string, ModelPlan>();
  for (const [rank, model] of inOrderOfReference(schema).entries()) {
    plans.set(model.name, planModel(model, rank, schema, dialect));
  }
  return plans;
}

function planModel(model: Model, rank: number, schema: Schema, dialect: Dialect): ModelPlan {
  const columns = Object.entries(model.columns).map(([name, { facts }]): ColumnPlan => {
    const codec = dialect.codec(facts);
    return { name, facts, encode: checkedEncode(`${model.name}.${name}`, facts, codec.encode), decode: codec.decode };
  });
  return {
    model,
    name: model.name,
    rank,
    columns,
    byName: new Map(columns.map((column) => [column.name, column])),
    searched: new Set(searchedColumns(model)),
    hasNul: dialect.hasNul,
    prefixBounds: dialect.prefixBounds,
    dependants: columnsWith(schema, (facts, other) => facts.references === model.name && other !== model),
    clearings: columnsWith(schema, (facts) => facts.clearedWith === model.name),
    uniques: [["id"], ...columns.filter(({ facts }) => facts.isUnique).map(({ name }) => [name]), ...model.uniques],
  };
}

function columnsWith(schema: Schema, isMeant: (facts: ColumnFacts, model: Model) => boolean): Dependant[] {
  return [...schema.models.values()].flatMap((model) =>
    Object.entries(model.columns)
      .filter(([, { facts }]) => isMeant(facts, model))
      .map(([column]) => ({ model: model.name, column })),
  );
}

/** One-time rows are deleted by one statement without clearing of references. */
function checkClearings({ models }: Schema): void {
  for (const { name, columns } of models.values()) {
    for (const [column, { facts }] of Object.entries(columns)) {
      const target = facts.clearedWith === null ? null : models.get(facts.clearedWith);
      if (target === null || (target && target.use !== "one-time")) continue;
      throw new Error(`"${name}.${column}" is cleared with "${facts.clearedWith}", which is not a table.`);
    }
  }
}

/** The plan reduced to these columns for reading; by default all. Conditions may use any column of the model. */
export const partOf = (plan: ModelPlan, names: readonly string[] | undefined): ModelPlan =>
  names ? { ...plan, columns: names.map((name) => columnOf(plan, name)) } : plan;

/** The plan's column; throws if the model has no such column. */
export function columnOf(plan: ModelPlan, name: string): ColumnPlan {
  const column = plan.byName.get(name);
  if (!column) throw new Error(`Model "${plan.name}" has no column "${name}".`);
  return column;
}
