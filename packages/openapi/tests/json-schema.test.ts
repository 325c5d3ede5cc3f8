import { z } from "@keyhold/core/schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createComponents } from "../src/document/components.js";
import { type Direction, toJsonSchema } from "../src/json-schema/convert.js";

const convert = (schema: Parameters<typeof toJsonSchema>[0], direction: Direction = "input") =>
  toJsonSchema(schema, { direction, components: createComponents(), models: new Map() });

const schemas = {
  string: z.string(),
  "a bounded string": z.string().min(2).max(4),
  "a pattern": z.string().max(3).regex(/^a+$/, "Not a"),
  number: z.number(),
  "a whole number": z.number().int().min(1).max(9),
  "a positive number": z.number().positive(),
  boolean: z.boolean(),
  null: z.null(),
  never: z.never(),
  unknown: z.unknown(),
  enum: z.enum(["a", "b"]),
  "an enum that may be null": z.enum(["a", "b"]).nullable(),
  literal: z.literal(true),
  "a literal that may be null": z.literal("a").nullable(),
  nullable: z.string().max(2).nullable(),
  default: z.boolean().nullable().default(true),
  array: z.array(z.string().max(2)).min(1).max(2),
  record: z.record(z.string(), z.array(z.string())),
  "a record of short keys": z.record(z.string().max(1), z.number()),
  union: z.union([z.string().max(2), z.array(z.string().max(1)).max(2), z.null()]),
  object: z.object({ a: z.string().max(2), b: z.number().optional(), c: z.boolean().default(true) }),
  "an object that may be null": z.object({ a: z.string().nullish() }).nullable(),
  "a field that must be omitted": z.object({ a: z.string().optional(), b: z.undefined("Not here").optional() }),
  "a loose object": z.looseObject({ a: z.string().optional() }),
  nested: z.object({ a: z.array(z.object({ b: z.string().nullable() })).readonly() }),
  transformed: z
    .string()
    .max(2)
    .transform((text) => text.length),
};

const leaf = fc.constantFrom<unknown>(null, true, false, "", "a", "aa", "aaaa", "b", "😀😀", 0, 1, 6, -1, 9.5, 1e6);
const json = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "c", "other"), tie("any"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

describe("the JSON Schema of an input", () => {
  test.each(Object.entries(schemas))("accepts the same JSON as the schema: %s", (_, schema) => {
    const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(convert(schema));
    fc.assert(
      fc.property(json, (given) => {
        expect(accepts(given)).toBe(schema.safeParse(given).issues === undefined);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the JSON Schema of an output", () => {
  test("contains a default always, and a date as a text", () => {
    const schema = z.object({ a: z.number().default(1), at: z.date(), b: z.string().optional() });
    expect(convert(schema, "output")).toEqual({
      type: "object",
      properties: {
        a: { type: "number", default: 1 },
        at: { type: "string", format: "date-time" },
        b: { type: "string" },
      },
      required: ["a", "at"],
    });
  });

  test("of a transformation is not known", () => {
    expect(
      convert(
        z.string().transform((text) => text.length),
        "output",
      ),
    ).toEqual({});
  });
});

describe("a keyword that JSON Schema cannot say", () => {
  test("is left out: a pattern that ignores case, a length without end", () => {
    expect(convert(z.string().regex(/^a$/i))).toEqual({ type: "string" });
    expect(convert(z.array(z.string()))).toEqual({ type: "array", items: { type: "string" } });
  });
});

describe("a schema with a name", () => {
  test("is one component for all places, and keeps it in a list, with null and with a default", () => {
    const components = createComponents();
    const conversion = { direction: "output", components, models: new Map() } as const;
    const named = z.object({ a: z.string() }).meta({ id: "Named", description: "With a name" });
    const $ref = "#/components/schemas/Named";
    expect(toJsonSchema(z.array(named), conversion)).toEqual({ type: "array", items: { $ref } });
    expect(toJsonSchema(named.nullable(), conversion)).toEqual({ anyOf: [{ $ref }, { type: "null" }] });
    expect(toJsonSchema(named.default({ a: "x" }), conversion)).toEqual({ $ref, default: { a: "x" } });
    expect(Object.keys(components.all({}).schemas)).toEqual(["Named"]);
  });

  test("that another schema has gets a number", () => {
    const components = createComponents();
    const conversion = { direction: "output", components, models: new Map() } as const;
    toJsonSchema(z.object({ a: z.string() }).meta({ id: "Same" }), conversion);
    const second = toJsonSchema(z.object({ b: z.string() }).meta({ id: "Same" }), conversion);
    expect(second).toEqual({ $ref: "#/components/schemas/Same2" });
  });
});
