import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as zod from "zod";
import * as z from "./schema.js";
import type { ValidationSchema } from "./standard-schema.js";

/** A schema, written with this library and with zod. */
type Pair = readonly [own: ValidationSchema, zods: ValidationSchema];

const even = (value: number): boolean => value % 2 === 0;
const pairs: Readonly<Record<string, Pair>> = {
  string: [z.string(), zod.string()],
  "a bounded string": [z.string().min(2).max(4), zod.string().min(2).max(4)],
  "a pattern": [z.string().max(3).regex(/^a+$/, "Not a"), zod.string().max(3).regex(/^a+$/, "Not a")],
  "a pattern without words": [z.string().regex(/^[a"]+$/i), zod.string().regex(/^[a"]+$/i)],
  number: [z.number(), zod.number()],
  "a whole number": [z.number().int().min(1).max(9), zod.number().int().min(1).max(9)],
  "a positive number": [z.number().positive(), zod.number().positive()],
  "a number in a query": [
    z.coerce.number().int().min(1).max(9).default(3),
    zod.coerce.number().int().min(1).max(9).default(3),
  ],
  boolean: [z.boolean(), zod.boolean()],
  date: [z.date(), zod.date()],
  "a bounded date": [
    z.date().min(new Date(0)).max(new Date(1e12)),
    zod
      .date()
      .min(new Date(0), "Too small: expected date to be >=1970-01-01T00:00:00.000Z")
      .max(new Date(1e12), "Too big: expected date to be <=2001-09-09T01:46:40.000Z"),
  ],
  null: [z.null(), zod.null()],
  undefined: [z.undefined("Not here").optional(), zod.undefined("Not here").optional()],
  never: [z.never(), zod.never()],
  unknown: [z.unknown(), zod.unknown()],
  enum: [z.enum(["a", "b"]), zod.enum(["a", "b"])],
  "an enum of one": [z.enum(["a"]), zod.enum(["a"])],
  literal: [z.literal(true), zod.literal(true)],
  custom: [z.custom((value) => value === 1, "Not one"), zod.custom((value) => value === 1, "Not one")],
  optional: [z.string().max(2).optional(), zod.string().max(2).optional()],
  nullable: [z.string().max(2).nullable(), zod.string().max(2).nullable()],
  nullish: [z.number().nullish(), zod.number().nullish()],
  default: [z.boolean().default(true), zod.boolean().default(true)],
  "a default that may be null": [z.string().nullable().default(null), zod.string().nullable().default(null)],
  "a default that is optional": [z.string().default("x").optional(), zod.string().default("x").optional()],
  "an array with its maximum last": [z.array(z.number()).min(1).max(2), zod.array(zod.number()).min(1).max(2)],
  array: [z.array(z.string().max(2)).max(2).min(1), zod.array(zod.string().max(2)).max(2).min(1)],
  record: [z.record(z.string(), z.array(z.string())), zod.record(zod.string(), zod.array(zod.string()))],
  "a record of short keys": [z.record(z.string().max(1), z.number()), zod.record(zod.string().max(1), zod.number())],
  union: [
    z.union([z.string().max(2), z.array(z.string().max(1)).max(2)]),
    zod.union([zod.string().max(2), zod.array(zod.string().max(1)).max(2)]),
  ],
  "a union of like types": [
    z.union([z.string().max(1), z.string().regex(/^b/, "Not b"), z.boolean()]),
    zod.union([zod.string().max(1), zod.string().regex(/^b/, "Not b"), zod.boolean()]),
  ],
  refined: [
    z
      .number()
      .refine(even, "Odd")
      .refine((n) => n > 4, "Small"),
    zod
      .number()
      .refine(even, "Odd")
      .refine((n) => n > 4, "Small"),
  ],
  transformed: [
    z
      .string()
      .max(2)
      .transform((text) => text.length)
      .optional(),
    zod
      .string()
      .max(2)
      .transform((text) => text.length)
      .optional(),
  ],
  object: [
    z.object({
      a: z.string().max(2),
      b: z.number().optional(),
      c: z.boolean().default(false),
      d: z.unknown().optional(),
    }),
    zod.object({
      a: zod.string().max(2),
      b: zod.number().optional(),
      c: zod.boolean().default(false),
      d: zod.unknown().optional(),
    }),
  ],
  "a refined object": [
    z
      .object({ a: z.string().optional(), b: z.string().max(1).optional() })
      .refine(({ a, b }) => (a ?? b) !== undefined, {
        message: "Give a or b",
        path: ["a"],
      }),
    zod
      .object({ a: zod.string().optional(), b: zod.string().max(1).optional() })
      .refine(({ a, b }) => (a ?? b) !== undefined, { message: "Give a or b", path: ["a"] }),
  ],
  "an extended object": [
    z.object({ a: z.string().optional() }).extend({ b: z.number() }),
    zod.object({ a: zod.string().optional() }).extend({ b: zod.number() }),
  ],
  "a loose object": [
    z.looseObject({ a: z.string().optional(), b: z.boolean().optional() }),
    zod.looseObject({ a: zod.string().optional(), b: zod.boolean().optional() }),
  ],
  nested: [
    z.object({
      a: z.array(z.object({ b: z.string().nullable() })).readonly(),
      c: z.object({ d: z.number() }).optional(),
    }),
    zod.object({
      a: zod.array(zod.object({ b: zod.string().nullable() })).readonly(),
      c: zod.object({ d: zod.number() }).optional(),
    }),
  ],
};

/** The result of a validation; of each invalid field the first message. */
function outcome(shape: ValidationSchema, value: unknown): unknown {
  const result = shape["~standard"].validate(value);
  if (result instanceof Promise) throw new Error("A schema of the core answers at once.");
  if (!result.issues) return { value: result.value, keys: keysOf(result.value) };
  const first = new Map<string, string>();
  for (const { path = [], message } of result.issues) {
    const at = path.map(String).join(".");
    if (!first.has(at)) first.set(at, message);
  }
  return Object.fromEntries([...first].sort());
}

const keysOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !(value instanceof Date) ? Object.keys(value).sort() : null;

class Odd {
  readonly a = "x";
}

/** Values of every kind, and values close to valid ones. */
const leaf = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, false, "true", "", "a", "aa", "aaaa", "b", "x", "😀", new Odd()),
  fc.constantFrom<unknown>(
    0,
    1,
    2,
    6,
    -1,
    9.5,
    1e20,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    new Date(5),
    new Date(Number.NaN),
  ),
  fc.constantFrom<unknown>(new Date(-5), new Map(), Symbol.iterator, 5n),
  fc.string({ maxLength: 6 }),
  fc.double(),
);
const key = fc.constantFrom("a", "b", "c", "d", "constructor", "toString", "other");
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(key, tie("any"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;

describe("a schema of the core", () => {
  test.each(Object.entries(pairs))("accepts, makes and rejects the same as zod: %s", (_, [own, zods]) => {
    fc.assert(
      fc.property(value, (given) => {
        expect(outcome(own, given)).toEqual(outcome(zods, given));
      }),
      { numRuns: 1000 },
    );
  });
});

test("meta describes a copy and checks nothing", () => {
  const plain = z.string().max(3);
  const described = plain.meta({ description: "A short text", minLength: 2 });
  expect(described.keywords).toEqual({ type: "string", maxLength: 3, description: "A short text", minLength: 2 });
  expect(plain.keywords).toEqual({ type: "string", maxLength: 3 });
  expect(described.safeParse("a")).toEqual({ value: "a" });
  expect(described.safeParse("aaaa").issues).toHaveLength(1);
  expect(described["~standard"].validate("aaaa")).toMatchObject({ issues: [{}] });
});

test("a check that follows meta keeps the keywords", () => {
  const schema = z
    .object({ a: z.string() })
    .meta({ id: "Pair" })
    .refine(({ a }) => a !== "", "Empty");
  expect(schema.keywords).toMatchObject({ type: "object", id: "Pair" });
  expect(schema.safeParse({ a: "" }).issues).toHaveLength(1);
});
