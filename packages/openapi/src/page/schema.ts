import type { JsonSchema } from "../document/types.js";
import { limitNames } from "../json-schema/limit-names.js";
import { isRecord } from "../json-schema/record.js";
import { type Html, html, prose } from "./html.js";

/** The fields of an object as a table, or the type of another value. */
export function schemaHtml(schema: JsonSchema, caption: string): Html {
  const fields = fieldsOf(schema, "");
  if (fields.length === 0) return html`<p class="type">${typeOf(schema)}</p>`;
  const isNullable = Array.isArray(schema.type) && schema.type.includes("null");
  return html`${isNullable && html`<p class="type">object or null</p>`}${fieldTable(fields, caption)}`;
}

/** A line of a table: a field of an object, or a parameter. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** E.g. "query". */
  readonly place?: string;
  readonly description?: string;
}

export const fieldTable = (fields: readonly Field[], caption: string): Html => html`<div class="scroll">
<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th></tr></thead>
<tbody>
${fields.map(
  ({ name, schema, isRequired, place, description }) => html`<tr>
<th scope="row"><code>${name}</code>${!isRequired && html` <span class="soft">optional</span>`}${place !== undefined && html` <span class="soft">in ${place}</span>`}</th>
<td>${typeOf(schema)}${limitsOf(schema).map((limit) => html` <span class="soft">${limit}</span>`)}${textOf(description ?? schema.description)}</td>
</tr>
`,
)}</tbody>
</table>
</div>`;

const textOf = (description: unknown): Html | null =>
  typeof description === "string" ? html`<br><span class="soft">${prose(description)}</span>` : null;

/** The fields of an object, the fields of inner objects with the path as prefix. */
function fieldsOf({ properties, required }: JsonSchema, path: string): readonly Field[] {
  if (!isRecord(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isRecord(schema)) return [];
    const field = { name: path + name, schema, isRequired: needed.includes(name) };
    return [field, ...fieldsOf(schema, `${path}${name}.`), ...itemFields(schema, `${path}${name}`)];
  });
}

const itemFields = ({ items }: JsonSchema, path: string): readonly Field[] =>
  isRecord(items) ? fieldsOf(items, `${path}[].`) : [];

/** The type of a value in words, with links to the schemas of the document. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, type, enum: values, const: value, anyOf, items, additionalProperties, format } = schema;
  if (typeof $ref === "string") return schemaLink($ref);
  if (Array.isArray(anyOf)) return joined(anyOf.filter(isRecord).map(typeOf), " or ");
  if (value !== undefined) return literal(value);
  if (Array.isArray(values)) return joined(values.map(literal), ", ");
  if (Array.isArray(type))
    return joined(
      type.map((one: unknown) => typeOf({ ...schema, type: one })),
      " or ",
    );
  if (type === "array") return isRecord(items) ? html`list of ${typeOf(items)}` : html`list`;
  if (type === "object" && isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0)
    return html`object with values ${typeOf(additionalProperties)}`;
  if (typeof type !== "string") return html`any value`;
  return html`${format === "date-time" ? "date and time" : type}`;
}

const schemaLink = (ref: string): Html => {
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  return html`<a href="#schema-${name}">${name}</a>`;
};

const literal = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`;

const joined = (parts: readonly Html[], between: string): Html =>
  html`${parts.map((part, index) => html`${index > 0 && between}${part}`)}`;

function limitsOf(schema: JsonSchema): readonly string[] {
  const limits = Object.entries(limitNames).flatMap(([keyword, text]) => {
    const value = schema[keyword];
    return typeof value === "number" ? [text.replace("{}", String(value))] : [];
  });
  return schema.default === undefined ? limits : [...limits, `default ${JSON.stringify(schema.default)}`];
}
