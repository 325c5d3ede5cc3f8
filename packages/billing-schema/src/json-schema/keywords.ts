type JsonType = "string" | "integer" | "number" | "boolean" | "null" | "object" | "array";

/** The keywords of JSON Schema, draft 2020-12, in use here. OpenAPI 3.1 accepts these keywords too. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $ref?: string;
  readonly $defs?: JsonSchemas;
  readonly title?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly string[];
  readonly const?: string | true;
  readonly examples?: readonly string[];
  readonly default?: boolean;
  readonly format?: "date-time";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly properties?: JsonSchemas;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  /** Of OpenAPI alone. */
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: { readonly [value: string]: string };
  };
}

/** JSON Schemas by name. */
export type JsonSchemas = { readonly [name: string]: JsonSchema };
