import type { Model, ValidationSchema } from "@keyhold/core/plugin";
import type { AnySchema, Keywords } from "@keyhold/core/schema";
import type { Components } from "../document/components.js";
import type { JsonSchema } from "../document/types.js";
import { nullable, outputColumns } from "./columns.js";
import { isRecord } from "./record.js";
import { standardJsonSchema } from "./standard.js";

/** Whether a value comes in or goes out: defaults, transformations and the columns of plugins differ. */
export type Direction = "input" | "output";

/** The target of a conversion. */
export interface Conversion {
  readonly direction: Direction;
  readonly components: Components;
  /** All models with the columns of plugins. */
  readonly models: ReadonlyMap<string, Model>;
}

/** A Standard Schema as JSON Schema. A named schema becomes a component, and the answer a reference. */
export function toJsonSchema(schema: ValidationSchema, conversion: Conversion): JsonSchema {
  if (!isOwn(schema)) return standardJsonSchema(schema, conversion);
  const { id, model } = schema.keywords;
  const name = id ?? (model && model.charAt(0).toUpperCase() + model.slice(1));
  const json = inlineJsonSchema(schema, conversion);
  return name === undefined ? json : { ...conversion.components.schema(name, json) };
}

/** `toJsonSchema` without a component for the outermost schema. */
export function inlineJsonSchema(schema: ValidationSchema, conversion: Conversion): JsonSchema {
  if (!isOwn(schema)) return standardJsonSchema(schema, conversion);
  const { id: _, model: modelName, from, ...keywords } = schema.keywords;
  if (isSchema(from)) {
    const described = conversion.direction === "input" ? toJsonSchema(from, conversion) : {};
    return { ...described, ...convertAll(keywords, conversion) };
  }
  const json = simplify(convertAll(keywords, conversion));
  const model = modelName === undefined ? undefined : conversion.models.get(modelName);
  return model && conversion.direction === "output" ? withProperties(json, outputColumns(model)) : json;
}

/** An object schema with more properties; present properties are unchanged. */
export function withProperties(
  json: JsonSchema,
  { properties, required }: { readonly properties: object; readonly required: readonly string[] },
): JsonSchema {
  if (Object.keys(properties).length === 0) return json;
  const own = isRecord(json.properties) ? json.properties : {};
  const added = required.filter((name) => !Object.hasOwn(own, name));
  const all = [...(Array.isArray(json.required) ? json.required : []), ...added];
  return { ...json, properties: { ...properties, ...own }, ...(all.length > 0 && { required: all }) };
}

/** Whether no value is valid: the field must be left out, and the answer does not exist. */
export const isNever = ({ not }: JsonSchema): boolean => isRecord(not) && Object.keys(not).length === 0;

const isSchema = (value: unknown): value is ValidationSchema => isRecord(value) && isRecord(value["~standard"]);

/** By the members: an app may have two copies of core. */
const isOwn = (schema: ValidationSchema): schema is AnySchema =>
  schema["~standard"].vendor === "keyhold" && "keywords" in schema && "presence" in schema;

function convertAll({ properties, ...keywords }: Keywords, conversion: Conversion): JsonSchema {
  const converted = Object.entries(keywords).flatMap(([keyword, value]) => {
    const json = convert(value, conversion);
    return json === undefined ? [] : [[keyword, json] as const];
  });
  return { ...Object.fromEntries(converted), ...(isRecord(properties) && convertFields(properties, conversion)) };
}

function convertFields(fields: Readonly<Record<string, unknown>>, conversion: Conversion): JsonSchema {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const json = convert(field, conversion);
    if (!isRecord(json) || isNever(json)) continue;
    properties[name] = json;
    if (isSchema(field) && isOwn(field) && isRequired(field, conversion)) required.push(name);
  }
  return { properties, ...(required.length > 0 && { required }) };
}

const isRequired = ({ presence }: AnySchema, { direction }: Conversion): boolean =>
  presence === "required" || (presence === "defaulted" && direction === "output");

/** The value of a keyword; undefined if JSON Schema cannot express the value. */
function convert(value: unknown, conversion: Conversion): unknown {
  if (isSchema(value)) return toJsonSchema(value, conversion);
  if (value instanceof RegExp) return /^[dgu]*$/.test(value.flags) ? value.source : undefined;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((inner) => convert(inner, conversion));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, convert(inner, conversion)]));
  return typeof value === "number" && !Number.isFinite(value) ? undefined : value;
}

function simplify({ allOf, anyOf, enum: values, propertyNames, ...json }: JsonSchema): JsonSchema {
  if (Array.isArray(allOf) && allOf.length === 1) return { ...allOf[0], ...json };
  if (Array.isArray(anyOf)) return { ...alternatives(anyOf.filter(isRecord)), ...json };
  if (Array.isArray(values)) return { ...oneOf(values), ...json };
  const isAnyKey = isRecord(propertyNames) && Object.keys(propertyNames).join() === "type";
  return { ...json, ...(propertyNames !== undefined && !isAnyKey && { propertyNames }) };
}

/** A list of alternatives without inner lists, and without alternatives that take no value. */
function alternatives(all: readonly JsonSchema[]): JsonSchema {
  const flat = all
    .flatMap((json) => (Array.isArray(json.anyOf) && Object.keys(json).length === 1 ? json.anyOf : [json]))
    .filter((json: JsonSchema) => !isNever(json));
  const [only, second] = flat;
  if (flat.length === 1) return only;
  return flat.length === 2 && second.type === "null" ? nullable(only) : { anyOf: flat };
}

function oneOf(values: readonly unknown[]): JsonSchema {
  const [type, ...others] = new Set(values.map((value) => (value === null ? "null" : typeof value)));
  const typed = type === undefined || others.length > 0 ? {} : { type };
  return { ...typed, ...(values.length === 1 ? { const: values[0] } : { enum: values }) };
}
