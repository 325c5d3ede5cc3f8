import { type ColumnFacts, type Schema, searchedColumns } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import type { Dialect } from "../dialect/dialect.js";
import { areUuids, isIdColumn } from "../tables/ids.js";
import { lockVersion } from "../tables/lock-version.js";
import { createNames } from "../tables/names.js";
import type { TableOptions } from "../tables/options.js";
import { inOrderOfReference } from "../tables/order.js";
import { isUuid as isUuidText } from "../tables/uuid.js";
import { checkedEncode } from "./value.js";

/** A column with the conversion to and from the driver. */
export interface ColumnPlan {
  readonly name: string;
  /** The name in the database. */
  readonly sqlName: string;
  /** Whether the column has the type `uuid`: a text that is no UUID matches no row. */
  readonly isUuid: boolean;
  readonly facts: ColumnFacts;
  encode(value: unknown): unknown;
  readonly decode: ((value: unknown) => unknown) | null;
}

/** A column of another model with ids of this model. */
export interface Dependant {
  readonly model: string;
  readonly column: string;
}

/** A model prepared for the verbs, once per adapter. */
export interface ModelPlan {
  readonly model: Model;
  readonly name: string;
  /** The table's name in the database, after the schema's name if the schema is given. */
  readonly words: readonly string[];
  /** The name in the database of the column that a lock increments if the database has several writers. */
  readonly lockVersion: string;
  /** The position in the common lock order: after all referenced models. */
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
  readonly uniques: readonly (readonly ColumnPlan[])[];
}

export function planModels(
  schema: Schema,
  dialect: Dialect,
  { naming = {}, ids = "text" }: TableOptions = {},
): ReadonlyMap<string, ModelPlan> {
  checkClearings(schema);
  const names = createNames(schema, naming);
  const hasUuids = dialect.hasUuid && areUuids(ids);
  const plans = new Map<string, ModelPlan>();
  for (const [rank, model] of inOrderOfReference(schema).entries()) {
    const columns = Object.entries(model.columns).map(([name, { facts }]): ColumnPlan => {
      const codec = dialect.codec(facts);
      return {
        name,
        sqlName: names.column(model.name, name),
        isUuid: hasUuids && isIdColumn(schema, model, name),
        facts,
        encode: checkedEncode(`${model.name}.${name}`, facts, codec.encode),
        decode: codec.decode,
      };
    });
    const table = names.table(model.name);
    const words = names.schema === null ? [table] : [names.schema, table];
    plans.set(
      model.name,
      planModel(schema, dialect, { model, rank, columns, words, lockVersion: names.column(model.name, lockVersion) }),
    );
  }
  return plans;
}

type Named = Pick<ModelPlan, "model" | "rank" | "columns" | "words" | "lockVersion">;

function planModel(schema: Schema, dialect: Dialect, named: Named): ModelPlan {
  const { model, columns } = named;
  const byName = new Map(columns.map((column) => [column.name, column]));
  const uniques = [
    ["id"],
    ...columns.filter(({ facts }) => facts.isUnique).map(({ name }) => [name]),
    ...model.uniques,
  ];
  return {
    ...named,
    name: model.name,
    byName,
    searched: new Set(searchedColumns(model)),
    hasNul: dialect.hasNul,
    prefixBounds: dialect.prefixBounds,
    dependants: columnsWith(schema, (facts, other) => facts.references === model.name && other !== model),
    clearings: columnsWith(schema, (facts) => facts.clearedWith === model.name),
    uniques: uniques.map((names) => names.flatMap((name) => byName.get(name) ?? [])),
  };
}

function columnsWith(schema: Schema, isMeant: (facts: ColumnFacts, model: Model) => boolean): Dependant[] {
  return [...schema.models.values()].flatMap((model) =>
    Object.entries(model.columns)
      .filter(([, { facts }]) => isMeant(facts, model))
      .map(([column]) => ({ model: model.name, column })),
  );
}

/** A single statement deletes one-time rows, without clearing of references. */
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

/** The value to store. Throws for an id that is no UUID: PostgreSQL would fail without the name of the column. */
export function storedValue({ model }: ModelPlan, { name, isUuid, encode }: ColumnPlan, value: unknown): unknown {
  if (isUuid && value !== null && !isUuidText(value))
    throw new TypeError(`The column "${model.name}.${name}" holds UUIDs in lower case, but got another text.`);
  return encode(value);
}

/** The plan's column; throws if the model has no such column. */
export function columnOf(plan: ModelPlan, name: string): ColumnPlan {
  const column = plan.byName.get(name);
  if (!column) throw new Error(`Model "${plan.name}" has no column "${name}".`);
  return column;
}
