import type { AnyColumn, Model } from "@keyhold/core/plugin";
import type { JsonSchema } from "../document/types.js";

/** Properties of an object in a JSON Schema, and the names of the required properties. */
export interface Properties {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

type Facts = AnyColumn["facts"];

/** The columns of a model in answers: without secret columns. */
export function outputColumns({ columns }: Model): Properties {
  const shown = Object.entries(columns).filter(([, { facts }]) => !facts.isSecret);
  return {
    properties: Object.fromEntries(shown.map(([name, { facts }]) => [name, outputColumn(facts)])),
    required: shown.map(([name]) => name),
  };
}

/**
 * The columns of a model that a caller may set. `canClear`: each may be left out, and null clears an optional column.
 */
export function inputColumns(model: Model, canClear: boolean): Properties {
  const taken = Object.entries(model.columns).filter(([, { facts }]) => facts.isInput);
  const schemaOf = (name: string, facts: Facts): JsonSchema => {
    const { most } = facts;
    const isIndexed = isKey(model, name, facts);
    const schema = inputColumn(
      facts,
      isIndexed ? Math.min(most ?? maxKeyLength, maxKeyLength) : (most ?? maxTextLength),
    );
    return canClear && facts.isOptional ? nullable(schema) : schema;
  };
  return {
    properties: Object.fromEntries(taken.map(([name, { facts }]) => [name, schemaOf(name, facts)])),
    required: canClear ? [] : taken.filter(([, { facts }]) => facts.initial === null).map(([name]) => name),
  };
}

const outputColumn = (facts: Facts): JsonSchema => {
  const schema = facts.states ? { type: "string", enum: facts.states } : kinds[facts.kind];
  return facts.isOptional ? nullable(schema) : schema;
};

function inputColumn({ kind, states, most }: Facts, maxLength: number): JsonSchema {
  if (states) return { type: "string", enum: states };
  if (kind === "integer" && most !== null) return { ...kinds.integer, maximum: most };
  return kind === "text" ? { type: "string", maxLength } : kinds[kind];
}

const kinds: Readonly<Record<Facts["kind"], JsonSchema>> = {
  text: { type: "string" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date-time" },
  json: {},
};

/** The limits of core for text columns without `atMost`: an index of every database holds the shorter text. */
const maxTextLength = 2048;
const maxKeyLength = 255;

const isKey = ({ uniques, indexes, searched }: Model, name: string, { isUnique, isIndexed }: Facts): boolean =>
  isUnique || isIndexed || [...uniques, ...indexes, searched].some((columns) => columns.includes(name));

/** The schema, or null. A schema without a type takes null anyway, or has other alternatives. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values, const: value } = schema;
  if (Object.keys(schema).length === 0) return schema;
  if (typeof type !== "string" || value !== undefined) return { anyOf: [schema, { type: "null" }] };
  return { ...schema, type: [type, "null"], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
