import type { JsonSchema } from "@keyhold/openapi";
import { cell, code, prose } from "./prose.ts";

/** A shared object, e.g. `User`. */
export function schemaSection(name: string, schema: JsonSchema): string {
  const description = typeof schema.description === "string" ? [prose(schema.description), ""] : [];
  const rows = fieldRows(schema);
  const table = rows.length > 0 ? ["| Field | |", "| --- | --- |", ...rows] : [`${typeText(schema)}.`];
  return [`### ${name} {#object-${name}}`, "", ...description, ...table, ""].join("\n");
}

/** The rows of a table: the fields of an object, those of inner objects with the path before them. */
export function fieldRows(schema: JsonSchema, path = ""): readonly string[] {
  const { properties, required } = schema;
  if (!isSchema(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isSchema(field)) return [];
    const notes = [...(needed.includes(name) ? [] : ["optional"]), ...limitsOf(field), ...descriptionOf(field)];
    const row = `| ${code(path + name)} | ${[typeText(field), ...notes].join(", ")} |`;
    const inner = isSchema(field.items) ? fieldRows(field.items, `${path}${name}[].`) : [];
    return [row, ...fieldRows(field, `${path}${name}.`), ...inner];
  });
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const descriptionOf = ({ description }: JsonSchema): readonly string[] =>
  typeof description === "string" ? [cell(description)] : [];

/** The type of a value in words, with links to the objects of the page. */
export function typeText(schema: JsonSchema): string {
  const { $ref, type, enum: values, const: value, anyOf, items, additionalProperties, format } = schema;
  if (typeof $ref === "string") {
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return `[${name}](#object-${name})`;
  }
  if (Array.isArray(anyOf)) return anyOf.filter(isSchema).map(typeText).join(" or ");
  if (value !== undefined) return literal(value);
  if (Array.isArray(values)) return values.map(literal).join(" or ");
  if (Array.isArray(type)) return type.map((one: unknown) => typeText({ ...schema, type: one })).join(" or ");
  if (type === "array") return isSchema(items) ? `list of ${typeText(items)}` : "list";
  if (type === "object" && isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0)
    return `object with values ${typeText(additionalProperties)}`;
  if (typeof type !== "string") return "any value";
  return (typeof format === "string" ? formats[format] : undefined) ?? type;
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "date and time",
  "uri-reference": "URL or path",
  uri: "URL",
  email: "email address",
};

/** The words for a limit; `{}` stands for its value. */
const limitNames = {
  minLength: "at least {} characters",
  maxLength: "at most {} characters",
  minimum: "from {}",
  maximum: "to {}",
  minItems: "at least {} items",
  maxItems: "at most {} items",
} as const;

const literal = (value: unknown): string => code(JSON.stringify(value).replaceAll("|", "\\|"));

const limitsOf = (schema: JsonSchema): readonly string[] => [
  ...Object.entries(limitNames).flatMap(([keyword, text]) => {
    const limit = schema[keyword];
    return typeof limit === "number" ? [text.replace("{}", String(limit))] : [];
  }),
  ...(schema.default === undefined ? [] : [`default ${literal(schema.default)}`]),
];
