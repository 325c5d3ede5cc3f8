import type { Field } from "../schema/field.js";
import { draw, placeSchema } from "./draw.js";
import { drawn, isNamed, type JsonSchemaOptions, newDrawing } from "./drawing.js";
import type { JsonSchemas } from "./keywords.js";

/**
 * The `components` of an OpenAPI 3.1 document: the schemas of these entities and of their parts, by name. `{ $ref:
 * "#/components/schemas/Order" }` refers to a schema; in the client form to `OrderClient`, so a document can have both.
 *
 * @throws TypeError if two different declarations have an equal name
 * @example { openapi: "3.1.0", components: openApiComponents([order, subscription]), … }
 */
export function openApiComponents(
  entities: readonly Field[],
  options: JsonSchemaOptions = {},
): { readonly schemas: JsonSchemas } {
  const drawing = newDrawing(options, {
    placeOf: (name) => `#/components/schemas/${name}`,
    hasDiscriminators: true,
  });
  for (const field of entities) {
    if (isNamed(field.is)) draw(field.is, drawing);
    else placeSchema(field, drawing);
  }
  return { schemas: drawn(drawing) };
}
