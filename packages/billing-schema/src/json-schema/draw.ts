import type { DependentDeclaration, Field, Fields, MapValues, VariantsDeclaration } from "../schema/field.js";
import { membersOf } from "../schema/members.js";
import type { Mode } from "../schema/mode.js";
import { namesOf } from "../schema/names.js";
import { isNullable, mayBeMissing } from "../schema/presence.js";
import { type Drawing, isNamed, type Named, schemaName } from "./drawing.js";
import type { JsonSchema } from "./keywords.js";

/*
 * Drawn from the declarations, not by zod from zod's schemas: zod's schemas have no names to refer to, and zod cannot
 * draw maps, trees and dependent places, because they are functions there.
 */

const safeIntegers: JsonSchema = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const integer: JsonSchema = { type: "integer", ...safeIntegers };

const leaves = {
  text: { type: "string" },
  integer,
  number: { type: "number" },
  flag: { type: "boolean" },
  scalar: { type: ["string", "integer", "boolean"], ...safeIntegers },
  date: { type: "string", format: "date-time" },
  absent: { not: {} },
} satisfies { readonly [kind: string]: JsonSchema };

type MapSchemas = { readonly [K in MapValues]: JsonSchema };

const strictMapValues: MapSchemas = {
  metadata: { type: ["string", "number", "boolean"] },
  customerMetadata: { type: ["string", "integer", "boolean"], ...safeIntegers },
  processorMetadata: { type: "string" },
  customFieldData: { type: ["string", "integer", "boolean", "null"], ...safeIntegers },
  flags: { type: "boolean" },
};

const mapValues: { readonly [K in Mode]: MapSchemas } = {
  strict: strictMapValues,
  tolerant: {
    ...strictMapValues,
    customerMetadata: strictMapValues.metadata,
    customFieldData: { type: ["string", "number", "boolean", "null"] },
  },
};

/** The schema of a place; a named declaration is drawn once and referred to. */
export function placeSchema({ is }: Field, drawing: Drawing): JsonSchema {
  if (isNamed(is)) return reference(is, drawing);
  switch (is.kind) {
    case "literal":
      if (is.isOpen && drawing.mode === "tolerant") return { type: "string" };
      return literalSchema(is.values);
    case "list":
      return { type: "array", items: placeSchema(is.of, drawing) };
    case "map":
      return { type: "object", additionalProperties: mapValues[drawing.mode][is.values] };
    case "stray":
      return drawing.mode === "strict" ? leaves.absent : {};
    case "nullable":
      return orNull(placeSchema(is.of, drawing));
    case "laterNullable":
      return drawing.mode === "strict" ? placeSchema(is.of, drawing) : orNull(placeSchema(is.of, drawing));
    case "optional":
    case "laterAbsent":
      return placeSchema(is.of, drawing);
    case "default":
      return drawing.form === "wire"
        ? { ...placeSchema(is.of, drawing), default: is.value }
        : placeSchema(is.of, drawing);
    case "tree":
      return placeSchema(is.of(), drawing);
    default:
      return leaves[is.kind];
  }
}

function literalSchema(values: readonly (string | true)[]): JsonSchema {
  const [first, ...others] = values;
  if (others.length === 0 && first !== undefined) return { const: first };
  return { enum: values.filter((value) => value !== true) };
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return { anyOf: [schema, { type: "null" }] };
  return { ...schema, type: [schema.type, "null" as const].flat() };
}

function reference(is: Named, drawing: Drawing): JsonSchema {
  return { $ref: drawing.placeOf(draw(is, drawing)) };
}

/**
 * Draws a named declaration, unless drawn already, and answers the name.
 *
 * @throws TypeError if two different declarations have an equal name
 */
export function draw(is: Named, drawing: Drawing): string {
  const name = schemaName(is, drawing.form);
  const other = drawing.declarations.get(name);
  if (other === undefined) {
    drawing.declarations.set(name, is);
    // Reserves the place in the order, and ends the recursion of a declaration that contains itself.
    drawing.schemas.set(name, {});
    drawing.schemas.set(name, namedSchema(is, drawing));
  } else if (other !== is && !isAlike(namedSchema(is, drawing), drawing.schemas.get(name))) {
    throw new TypeError(`Two different schemas would be called ${name}.`);
  }
  return name;
}

function isAlike(one: JsonSchema, other: JsonSchema | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function namedSchema(is: Named, drawing: Drawing): JsonSchema {
  const title = schemaName(is, drawing.form);
  switch (is.kind) {
    case "choice":
      return { title, type: "string", [drawing.mode === "strict" ? "enum" : "examples"]: is.values };
    case "object":
      return { title, ...objectSchema(is.fields, drawing) };
    case "variants":
      return { title, ...variantsSchema(is, drawing) };
    case "dependent": {
      const members = Object.values(is.members).map((member) => placeSchema(member, drawing));
      return { title, anyOf: drawing.mode === "strict" ? members : [...members, { type: "object" }] };
    }
  }
}

function objectSchema(fields: Fields, drawing: Drawing): JsonSchema {
  const nameOf = namesOf(drawing.form);
  const named = Object.entries(fields).map(([wire, field]) => [nameOf(wire), field] as const);
  const required = named.filter(([, field]) => !mayBeMissingIn(field, drawing)).map(([name]) => name);
  const conditions = named.flatMap(([name, field]) => [
    ...dependentConditions(name, field, drawing),
    ...strayConditions(name, field, drawing),
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(named.map(([name, field]) => [name, fieldSchema(field, field, drawing)])),
    ...(required.length > 0 && { required }),
    ...(conditions.length > 0 && { allOf: conditions }),
  };
}

/** Of the field of an object, or of the chosen member: tolerant mode takes null, unless the field is essential. */
function fieldSchema(field: Field, of: Field, drawing: Drawing): JsonSchema {
  const schema = placeSchema(of, drawing);
  return mayBeMissing(field, drawing.mode) && !isNullable(of) ? orNull(schema) : schema;
}

/** The client form of tolerant mode has null for a key that was absent. */
function mayBeMissingIn(field: Field, drawing: Drawing): boolean {
  return mayBeMissing(field, drawing.mode) || mayBeAbsent(field, drawing);
}

function mayBeAbsent({ is }: Field, drawing: Drawing): boolean {
  switch (is.kind) {
    case "optional":
    case "absent":
    case "stray":
      return true;
    case "laterAbsent":
      return drawing.mode === "tolerant" || mayBeAbsent(is.of, drawing);
    case "default":
      return drawing.form === "wire";
    case "nullable":
    case "laterNullable":
      return mayBeAbsent(is.of, drawing);
    default:
      return false;
  }
}

/** For each value of the deciding place: the schema of the dependent place. */
function dependentConditions(name: string, field: Field, drawing: Drawing): readonly JsonSchema[] {
  const is = dependentIn(field);
  if (is === null) return [];
  const path = is.on.map(namesOf(drawing.form));
  return Object.entries(is.members).map(([value, member]) => ({
    if: schemaAt(path, { const: value }),
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; no code awaits a schema.
    then: { properties: { [name]: fieldSchema(field, withMember(field, member), drawing) } },
  }));
}

/** Only beside the key that selects the member. */
function strayConditions(name: string, { is }: Field, { form, mode }: Drawing): readonly JsonSchema[] {
  if (is.kind !== "stray" || mode === "strict") return [];
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; no code awaits a schema.
  return [{ if: { required: [name] }, then: { required: [namesOf(form)(is.beside)] } }];
}

function dependentIn({ is }: Field): DependentDeclaration | null {
  if (is.kind === "nullable" || is.kind === "optional") return dependentIn(is.of);
  return is.kind === "dependent" ? is : null;
}

function withMember({ is }: Field, member: Field): Field {
  if (is.kind !== "nullable" && is.kind !== "optional") return member;
  return { is: { kind: is.kind, of: withMember(is.of, member) } };
}

function schemaAt(path: readonly string[], schema: JsonSchema): JsonSchema {
  return path.reduceRight<JsonSchema>((inner, name) => ({ properties: { [name]: inner }, required: [name] }), schema);
}

function variantsSchema(is: VariantsDeclaration, drawing: Drawing): JsonSchema {
  const members = is.members.map((member) => placeSchema(member, drawing));
  if (drawing.mode === "tolerant" && is.common !== null) return { oneOf: [...members, newerMember(is, drawing)] };
  const isTold = is.members.every((member) => isToldBy(is.on, member, drawing));
  if (!drawing.hasDiscriminators || !isTold) return { oneOf: members };
  const mapping = [...membersOf(is)].flatMap(([value, member]) =>
    typeof value === "string" ? [[value, placeSchema(member, drawing).$ref ?? ""] as const] : [],
  );
  const propertyName = namesOf(drawing.form)(is.on);
  return { oneOf: members, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
}

/** True if a member always has a value at the discriminator: OpenAPI requires a value. */
function isToldBy(on: string, { is }: Field, drawing: Drawing): boolean {
  if (is.kind === "variants") return is.members.every((member) => isToldBy(on, member, drawing));
  const place = is.kind === "object" ? is.fields[on] : undefined;
  if (place === undefined || mayBeAbsent(place, drawing)) return false;
  const { is: told } = place.is.kind === "laterAbsent" ? place.is.of : place;
  return told.kind === "literal" && told.values.every((value) => typeof value === "string");
}

function newerMember(is: VariantsDeclaration, drawing: Drawing): JsonSchema {
  const common = objectSchema({ ...is.common }, drawing);
  const known = [...membersOf(is).keys()].filter((value) => typeof value === "string");
  const name = namesOf(drawing.form)(is.on);
  return {
    ...common,
    properties: { ...common.properties, [name]: { type: "string", not: { enum: known } } },
    required: [...new Set([...(common.required ?? []), name])],
  };
}
