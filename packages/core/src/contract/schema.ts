/**
 * What the routes of this library describe their input and output with: as much of a validation library as they use, by
 * the names that zod gave it. All are Standard Schemas; a plugin of yours may bring any library (decision 0048).
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
export type { Problem } from "./schema/issue.js";
export {
  type AnySchema,
  type Input as input,
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

/** For query strings, which hold texts only. */
export const coerce = { number: (): NumberSchema => new NumberSchema(true) };
