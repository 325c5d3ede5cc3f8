import type { Field } from "../schema/field.js";
import { draw, placeSchema } from "./draw.js";
import { drawn, isNamed, type JsonSchemaOptions, newDrawing, schemaName } from "./drawing.js";
import type { JsonSchema } from "./keywords.js";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON Schema, draft 2020-12, of an entity, an event or an enumeration, complete in itself: what it holds stands
 * under `$defs`. Fields that it does not name are allowed. It says what `decode` takes, with two exceptions: how deep
 * the filter of a meter may be is not said, and `date-time` binds only validators that look at formats.
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
