// Loads the entry points: a compiler names the types of an app by them.

export type {
  AnySchema,
  ArraySchema,
  DateSchema,
  Fields,
  Keywords,
  LooseObjectSchema,
  NumberSchema,
  ObjectInput,
  ObjectOutput,
  ObjectSchema,
  Presence,
  RefineOptions,
  Result,
  Schema as ValueSchema,
  StringSchema,
} from "../contract/schema.js";
/**
 * The schemas of inputs and outputs that core and its plugins use, with the names of zod. A plugin of yours may use any
 * Standard Schema.
 *
 * @example const input = z.object({ name: z.string().max(255) });
 */
export * as z from "../contract/schema.js";
export type {} from "./plugin.js";
