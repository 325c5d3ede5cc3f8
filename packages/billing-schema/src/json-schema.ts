export { billingEvent } from "./json-schema/billing-event.js";
export type { JsonSchemaOptions } from "./json-schema/drawing.js";
export { jsonSchemaOf } from "./json-schema/json-schema-of.js";
export type { JsonSchema, JsonSchemas } from "./json-schema/keywords.js";
export { openApiComponents } from "./json-schema/open-api.js";
export type { AnyPresence, Field } from "./schema/field.js";
