import type { ValidationSchema } from "@keyhold/core/plugin";
import type { Components } from "../document/components.js";
import type { JsonSchema } from "../document/types.js";
import type { Conversion, Direction } from "./convert.js";
import { isRecord } from "./record.js";

/**
 * The JSON Schema of a schema of another library, if the library implements Standard JSON Schema
 * (standardschema.dev/json-schema), version 1; else a schema that takes any value.
 */
export function standardJsonSchema(schema: ValidationSchema, { direction, components }: Conversion): JsonSchema {
  const json = converted(schema, direction);
  if (json) return hoist(json, components);
  return { description: `Checked by a schema of "${schema["~standard"].vendor}", which has no JSON Schema.` };
}

function converted({ "~standard": standard }: ValidationSchema, direction: Direction): JsonSchema | null {
  const { jsonSchema } = { jsonSchema: undefined, ...standard };
  const convert: unknown = isRecord(jsonSchema) ? jsonSchema[direction] : undefined;
  if (typeof convert !== "function") return null;
  const libraryOptions = standard.vendor === "zod" ? zodOptions : undefined;
  try {
    const json: unknown = convert.call(jsonSchema, { target: "draft-2020-12", libraryOptions });
    return isRecord(json) ? json : null;
  } catch {
    // The specification asks a library to throw for a value that JSON Schema cannot describe.
    return null;
  }
}

/** zod throws for a date, and takes any value in place of other types without JSON. Answers contain a date as a text. */
const zodOptions = {
  unrepresentable: "any",
  override: ({ zodSchema, jsonSchema }: ZodOverride): void => {
    if (zodSchema._zod.def.type === "date") Object.assign(jsonSchema, { type: "string", format: "date-time" });
  },
};

interface ZodOverride {
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string } } };
  readonly jsonSchema: object;
}

/** Makes components of the definitions inside: a reference within a document begins at the root of the document. */
function hoist({ $schema: _, $defs, ...described }: JsonSchema, components: Components): JsonSchema {
  const isRecursive = JSON.stringify(described).includes('"$ref":"#"');
  const root = isRecursive ? { [rootName]: described } : {};
  const definitions: JsonSchema = { ...(isRecord($defs) ? $defs : {}), ...root };
  const names = Object.keys(definitions);
  if (names.length === 0) return described;

  for (let number = 1; ; number += 1) {
    const renamed = new Map(names.map((name) => [name, number === 1 ? name : `${name}${number}`] as const));
    const parts = names.map((name) => [renamed.get(name) ?? name, withNames(definitions[name], renamed)] as const);
    if (!parts.every(([name, part]) => components.isFree(name, part))) continue;
    for (const [name, part] of parts) components.schema(name, part);
    return isRecursive ? { $ref: target(renamed.get(rootName)) } : withNames(described, renamed);
  }
}

const rootName = "Recursive";
const target = (name = ""): string => `#/components/schemas/${name}`;

/** A copy with references to components. */
function withNames(json: unknown, names: ReadonlyMap<string, string>): JsonSchema {
  const copy: unknown = JSON.parse(JSON.stringify(json), (key, value: unknown) => {
    if (key !== "$ref" || typeof value !== "string") return value;
    const name = value === "#" ? rootName : value.replace(/^#\/\$defs\//, "");
    return names.has(name) ? target(names.get(name)) : value;
  });
  return isRecord(copy) ? copy : {};
}
