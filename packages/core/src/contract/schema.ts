/**
 * The schemas for the input and output of this library's routes: the part of a validation library that the routes need,
 * with the names of zod. All are Standard Schemas; a plugin may use any library (decision 0048).
 */
import { NumberSchema } from "./schema/values.js";

export {
  type ArraySchema,
  array,
  type Fields,
  type LooseObjectSchema,
  looseObject,
  type ObjectInput,
  type ObjectOutput,
  type ObjectSchema,
  object,
  record,
  union,
} from "./schema/composed.js";
export type { Issue } from "./schema/issue.js";
export {
  type AnySchema,
  type Input as input,
  type Keywords,
  type Output as infer,
  type Output as output,
  type Presence,
  type RefineOptions,
  type Result,
  Schema,
} from "./schema/schema.js";
export {
  boolean,
  custom,
  type DateSchema,
  date,
  enumSchema as enum,
  literal,
  type NumberSchema,
  never,
  nullSchema as null,
  number,
  type StringSchema,
  string,
  undefinedSchema as undefined,
  unknown,
} from "./schema/values.js";

/** For query strings, since their values are texts. */
export const coerce = { number: (): NumberSchema => new NumberSchema(true) };
