import type { Field } from "../schema/field.js";
import { draw, placeSchema } from "./draw.js";
import { drawn, isNamed, type JsonSchemaOptions, newDrawing, schemaName } from "./drawing.js";
import type { JsonSchema } from "./keywords.js";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON Schema, draft 2020-12, of an entity, an event or an enumeration. Self-contained: inner schemas are
 * under `$defs`. Unknown fields are allowed. The schema accepts what `decode` accepts, with two exceptions: no limit
 * for the depth of a meter's filter, and `date-time` binds only validators that check formats.
 *
 * @example jsonSchemaOf(order, { mode: "tolerant" })
 */
export function jsonSchemaOf(field: Field, options: JsonSchemaOptions = {}): JsonSchema {
  const { is } = field;
  const root = isNamed(is) ? schemaName(is, options.form ?? "wire") : null;
  const drawing = newDrawing(options, {
    placeOf: (name) => (name === root ? "#" : `#/$defs/${name}`),
    hasDiscriminators: false,
  });
  const schema = isNamed(is) ? drawing.schemas.get(draw(is, drawing)) : placeSchema(field, drawing);
  const inner = Object.entries(drawn(drawing)).filter(([name]) => name !== root);
  return { $schema: dialect, ...schema, ...(inner.length > 0 && { $defs: Object.fromEntries(inner) }) };
}
