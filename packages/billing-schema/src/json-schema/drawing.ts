import type { Declaration } from "../schema/field.js";
import type { Mode } from "../schema/mode.js";
import type { Form } from "../schema/names.js";
import type { JsonSchema, JsonSchemas } from "./keywords.js";

/** The options of `jsonSchemaOf` and `openApiComponents`. */
export interface JsonSchemaOptions {
  /** Names as on the wire, the default, or as in the client form after conversion to JSON. Dates are text in both. */
  readonly form?: Form;
  /** Strict by default. Tolerant also takes values, members and absences of newer versions of the provider's API. */
  readonly mode?: Mode;
}

/** Schemas in the making, by name. */
export interface Drawing {
  readonly form: Form;
  readonly mode: Mode;
  /** The address of the schema with this name. */
  readonly placeOf: (name: string) => string;
  readonly hasDiscriminators: boolean;
  readonly declarations: Map<string, Declaration>;
  readonly schemas: Map<string, JsonSchema>;
}

export function newDrawing(
  { form = "wire", mode = "strict" }: JsonSchemaOptions,
  rest: Pick<Drawing, "placeOf" | "hasDiscriminators">,
): Drawing {
  return { form, mode, ...rest, declarations: new Map(), schemas: new Map() };
}

export function drawn({ schemas }: Drawing): JsonSchemas {
  return Object.fromEntries(schemas);
}

/** Declarations with a name of their own, for references. */
export type Named = Extract<Declaration, { readonly name: string }>;

export function isNamed(declaration: Declaration): declaration is Named {
  return "name" in declaration;
}

/**
 * The name of a schema: "Order"; "OrderClient" in the client form, so a document can hold both; "OrderPaidEvent" of
 * `order.paid`. An enumeration has equal names and values in both forms.
 */
export function schemaName(is: Named, form: Form): string {
  const name = is.name.includes(".") ? `${pascalName(is.name)}Event` : is.name;
  return form === "client" && is.kind !== "choice" ? `${name}Client` : name;
}

function pascalName(name: string): string {
  return name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
