import type { ComponentsObject, Example, JsonSchema, Reference, ResponseObject, SecurityScheme } from "./types.js";

/** The shared parts of a document under construction. Each method answers with a reference. */
export interface Components {
  /** `name` is a wish: another schema of that name gets a number. */
  schema(name: string, schema: JsonSchema): Reference;
  /** Whether `schema` would get the name, alone or together with an equal schema. */
  isFree(name: string, schema: JsonSchema): boolean;
  response(name: string, response: ResponseObject): Reference;
  example(name: string, example: Example): Reference;
  /** All of them, in the order of their names. */
  all(securitySchemes: Readonly<Record<string, SecurityScheme>>): ComponentsObject;
}

export function createComponents(): Components {
  const schemas = new Map<string, JsonSchema>();
  const responses = new Map<string, ResponseObject>();
  const examples = new Map<string, Example>();
  return {
    schema: (name, schema) => share("schemas", schemas, name, schema),
    isFree: (name, schema) => !schemas.has(name) || JSON.stringify(schemas.get(name)) === JSON.stringify(schema),
    response: (name, response) => share("responses", responses, name, response),
    example: (name, example) => share("examples", examples, name, example),
    all: (securitySchemes) => ({
      schemas: sorted(schemas),
      responses: sorted(responses),
      examples: sorted(examples),
      securitySchemes,
    }),
  };
}

/** Two equal parts with a common name become a single part. */
function share<Part>(section: string, parts: Map<string, Part>, name: string, part: Part): Reference {
  const wish = name.replace(/[^A-Za-z0-9._-]/g, "_");
  const text = JSON.stringify(part);
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? wish : `${wish}${number}`;
    const present = parts.get(key);
    if (present !== undefined && JSON.stringify(present) !== text) continue;
    parts.set(key, part);
    return { $ref: `#/components/${section}/${key}` };
  }
}

const sorted = <Part>(parts: ReadonlyMap<string, Part>): Readonly<Record<string, Part>> =>
  Object.fromEntries([...parts].sort(([one], [other]) => (one < other ? -1 : 1)));
