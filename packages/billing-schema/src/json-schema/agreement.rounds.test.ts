import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { eventsByData, events as exported } from "../../tests/exported.js";
import { possibleMutationsOf } from "../../tests/mutations.js";
import { payloads } from "../../tests/payloads.js";
import { eventData } from "../events/event-data.js";
import * as schemas from "../index.js";
import { billingEvent, type JsonSchema, jsonSchemaOf } from "../json-schema.js";
import { type Entity, entity } from "../schema/entity.js";
import { type DependentDeclaration, date, type Field, type Fields, literal } from "../schema/field.js";

/** Compares the schemas with `decode` and `encode`, by an interpreter of JSON Schema without access to declarations. */

const annotations: ReadonlySet<string> = new Set(["$schema", "$defs", "title", "examples", "default"]);
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function typeOf(value: unknown): readonly string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  return Number.isInteger(value) ? ["integer", "number"] : [typeof value];
}

const knownTexts = new Map<string, boolean>();

/** The texts are few and repeat, so their results are kept. */
function isDateTime(text: string): boolean {
  const known = knownTexts.get(text) ?? (dateTime.test(text) && isOfCalendar(text));
  knownTexts.set(text, known);
  return known;
}

/** Some engines read 30 February as 2 March. */
function isOfCalendar(text: string): boolean {
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text.slice(0, 10));
  return isDay && !Number.isNaN(Date.parse(text));
}

type Keyword = (argument: never, value: unknown, root: JsonSchema, schema: JsonSchema) => boolean;
const keywords: { readonly [keyword: string]: Keyword } = {
  $ref: (ref: string, value, root) => {
    const [, ...steps] = ref.split("/");
    const target = steps.reduce<unknown>((found, step) => Reflect.get(Object(found), step), root);
    if (!isRecord(target)) throw new Error(`${ref} leads nowhere.`);
    return isValid(target, value, root);
  },
  type: (types: string | string[], value) => typeOf(value).some((type) => [types].flat().includes(type)),
  enum: (values: unknown[], value) => values.includes(value),
  const: (only: unknown, value) => value === only,
  format: (_: string, value) => typeof value !== "string" || isDateTime(value),
  minimum: (least: number, value) => typeof value !== "number" || value >= least,
  maximum: (most: number, value) => typeof value !== "number" || value <= most,
  items: (item: JsonSchema, value, root) => !Array.isArray(value) || value.every((one) => isValid(item, one, root)),
  properties: (properties: Record<string, JsonSchema>, value, root) =>
    !isRecord(value) ||
    Object.entries(properties).every(([name, inner]) => !(name in value) || isValid(inner, value[name], root)),
  required: (names: string[], value) => !isRecord(value) || names.every((name) => name in value),
  additionalProperties: (inner: JsonSchema, value, root, { properties = {} }) =>
    !isRecord(value) || Object.keys(value).every((name) => name in properties || isValid(inner, value[name], root)),
  oneOf: (inner: JsonSchema[], value, root) => inner.filter((one) => isValid(one, value, root)).length === 1,
  anyOf: (inner: JsonSchema[], value, root) => inner.some((one) => isValid(one, value, root)),
  allOf: (inner: JsonSchema[], value, root) => inner.every((one) => isValid(one, value, root)),
  not: (inner: JsonSchema, value, root) => !isValid(inner, value, root),
  if: (condition: JsonSchema, value, root, { then = {} }) =>
    !isValid(condition, value, root) || isValid(then, value, root),
  // biome-ignore lint/suspicious/noThenProperty: the keyword, which `if` has looked at.
  then: () => true,
};

function isValid(schema: JsonSchema, value: unknown, root: JsonSchema = schema): boolean {
  return Object.entries(schema).every(([keyword, argument]) => {
    if (annotations.has(keyword)) return true;
    const keep = keywords[keyword];
    if (!keep) throw new Error(`The interpreter does not know ${keyword}.`);
    return keep(argument as never, value, root, schema);
  });
}

const texts = fc.constantFrom("", "§", "usd", "2025-05-20T08:30:00Z");
const integers = fc.constantFrom(0, -5, 2500, Number.MAX_SAFE_INTEGER);
const dates = fc.constantFrom("2025-05-20T08:30:00Z", "2025-05-20T10:30:00.123456+02:00");
const flags = fc.boolean();
const maps = {
  metadata: fc.oneof(texts, integers, flags, fc.constant(0.5)),
  customerMetadata: fc.oneof(texts, integers, flags),
  processorMetadata: texts,
  customFieldData: fc.oneof(texts, integers, flags, fc.constant(null)),
  flags,
};

const treeStep = 100;
const deepest = 2 * treeStep;

/** JSON that fits a declaration. */
function generated({ is }: Field, level: number): fc.Arbitrary<unknown> {
  switch (is.kind) {
    case "choice":
    case "literal":
      return fc.constantFrom(...is.values);
    case "list":
      if (level >= deepest) return fc.constant([]);
      return fc.array(generated(is.of, level), { maxLength: level % treeStep > 3 ? 1 : 2 });
    case "map":
      return fc.dictionary(fc.constantFrom("a_b", "cD", "0"), maps[is.values], { noNullPrototype: true });
    case "nullable":
      return fc.option(generated(is.of, level));
    case "tree":
      return generated(is.of(), level + treeStep);
    case "object":
      return objectOf(is.fields, level);
    case "variants":
      return fc.oneof(...is.members.map((member) => generated(member, level)));
    case "optional":
    case "laterNullable":
    case "laterAbsent":
    case "default":
      return generated(is.of, level);
    case "dependent":
    case "absent":
    case "stray":
      throw new Error("The object around it makes it.");
    default:
      return { text: texts, integer: integers, number: integers, flag: flags, scalar: maps.flags, date: dates }[
        is.kind
      ];
  }
}

const isOptional = ({ is }: Field): boolean =>
  is.kind === "optional" || is.kind === "default" || (is.kind === "laterAbsent" && isOptional(is.of));

function dependentIn({ is }: Field): DependentDeclaration | null {
  if (is.kind === "nullable" || is.kind === "optional") return dependentIn(is.of);
  return is.kind === "dependent" ? is : null;
}

function objectOf(fields: Fields, level: number): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(fields).filter(([, { is }]) => is.kind !== "absent" && is.kind !== "stray");
  const dependents = entries.flatMap(([name, field]) => {
    const is = dependentIn(field);
    return is ? [[name, is] as const] : [];
  });
  const others = entries.filter(([, field]) => dependentIn(field) === null);
  const requiredKeys = others.filter(([, field]) => !isOptional(field)).map(([name]) => name);
  const shape = Object.fromEntries(others.map(([name, field]) => [name, generated(field, level + 1)]));
  const object = fc.record(shape, { requiredKeys, noNullPrototype: true });
  if (dependents.length === 0) return object;
  return object.chain((around) => {
    const chosen = dependents.map(([name, { on, members }]) => {
      const value = on.reduce<unknown>((found, step) => Reflect.get(Object(found), step), around);
      return [name, generated(members[String(value)] as Field, level)] as const;
    });
    return fc.record(Object.fromEntries(chosen)).map((values) => ({ ...around, ...values }));
  });
}

const wrong = [undefined, null, "§", 0.5, 2 ** 53, true, [], {}, { a: [] }] as const;

/** A copy in which `seed` chooses a place to replace or remove. */
function mutated(value: unknown, seed: number, by: unknown): unknown {
  const copy = structuredClone(value);
  const places: (readonly [object, string])[] = [];
  const walk = (inner: unknown): void => {
    if (typeof inner !== "object" || inner === null || inner instanceof Date) return;
    for (const key of Object.keys(inner)) {
      places.push([inner, key]);
      walk(Reflect.get(inner, key));
    }
  };
  walk(copy);
  const [owner, key] = places[seed % Math.max(places.length, 1)] ?? [{}, ""];
  if (by === undefined && !Array.isArray(owner)) Reflect.deleteProperty(owner, key);
  else Reflect.set(owner, key, by ?? null);
  return copy;
}

type AnyEntity = Entity<unknown, unknown, unknown>;
const events = Object.entries(eventData).map(([type, data]): AnyEntity => {
  return entity(type, { type: literal(type), timestamp: date, data });
});
const entities = Object.values<unknown>(schemas).filter(
  (found): found is AnyEntity => isRecord(found) && "decode" in found,
);
const mutation = fc.tuple(fc.nat(), fc.constantFrom(...wrong));
// Not shrunk: for entities of this size shrinking takes minutes, and the path in the error is enough.
const numRuns = repeats(10);
const runs = { numRuns, endOnFailure: true };
/**
 * Checking all mutations takes long, so only each `stride`-th is checked. In the tier `proof` two of each place are.
 */
const stride = numRuns < 10 ? 101 : 11;
/** Events with equal data differ in the type only: all events are in the tier `proof`. */
const isTested = ({ name }: AnyEntity): boolean => numRuns >= 10 || eventsByData.some((event) => event.name === name);
const all = [...entities, ...events.filter(isTested)].map((one) => [one.name, one] as const);

describe("the JSON Schema of", () => {
  test.each(all)("%s and decode accept and reject the same JSON, in either mode", (_, one) => {
    const strict = jsonSchemaOf(one);
    const tolerant = jsonSchemaOf(one, { mode: "tolerant" });
    const check = (json: unknown): void => {
      expect(isValid(strict, json)).toBe(one.safeDecode(json).success);
      expect(isValid(tolerant, json)).toBe(one.safeDecode(json, { mode: "tolerant" }).success);
    };
    const property = fc.property(
      generated(one, 0),
      fc.array(mutation, { minLength: 8, maxLength: 8 }),
      (json, edits) => {
        expect(one.safeDecode(json).success).toBe(true);
        check(json);
        for (const [seed, by] of edits) check(mutated(json, seed, by));
      },
    );
    fc.assert(property, runs);
  });

  test.each(all)("the client form of %s and encode accept the same JSON", (_, one) => {
    const strict = jsonSchemaOf(one, { form: "client" });
    const tolerant = jsonSchemaOf(one, { form: "client", mode: "tolerant" });
    const check = (client: unknown): void => {
      const json: unknown = JSON.parse(JSON.stringify(client));
      expect(isValid(strict, json)).toBe(isEncoded(() => one.encode(client)));
      expect(isValid(tolerant, json)).toBe(isEncoded(() => one.encode(client, { mode: "tolerant" })));
    };
    const property = fc.property(
      generated(one, 0),
      fc.array(mutation, { minLength: 4, maxLength: 4 }),
      (json, edits) => {
        const client = one.decode(json);
        check(client);
        for (const [seed, by] of edits) check(mutated(client, seed, by));
      },
    );
    fc.assert(property, runs);
  });

  test("billingEvent and decodeEvent accept the same JSON, and of unknown types the envelope in tolerant mode only", () => {
    const strict = jsonSchemaOf(billingEvent);
    const tolerant = jsonSchemaOf(billingEvent, { mode: "tolerant" });
    const property = fc.property(generated(billingEvent, 0), mutation, (json, [seed, by]) => {
      for (const value of [json, mutated(json, seed, by), { ...Object(json), type: "order.voided" }]) {
        expect(isValid(strict, value)).toBe(schemas.safeDecodeEvent(value).success);
        expect(isValid(tolerant, value)).toBe(schemas.safeDecodeEvent(value, { mode: "tolerant" }).success);
      }
    });
    fc.assert(property, { ...runs, numRuns: numRuns * 10 });
  });

  test("each event agrees on its payload, and on mutations of every place of it", () => {
    const before = new Set<string>();
    const apart: unknown[] = [];
    let count = 0;
    for (const { name, field } of exported) {
      const payload = payloads[name as keyof typeof payloads];
      const schema = jsonSchemaOf(field);
      expect(isValid(schema, payload)).toBe(true);
      for (const { what, path, make } of possibleMutationsOf(field, payload, before)) {
        count += 1;
        // No JSON has these.
        if (what === "not a number" || what === "infinity" || count % stride > 0) continue;
        const changed = make();
        if (isValid(schema, changed) !== schemas.safeDecodeEvent(changed).success) apart.push([name, path, what]);
      }
    }
    expect(apart).toEqual([]);
    expect(count).toBeGreaterThan(5000);
  });

  test("an enumeration and a list accept the same JSON as their places", () => {
    expect(isValid(jsonSchemaOf(schemas.orderStatus), "paid")).toBe(true);
    expect(isValid(jsonSchemaOf(schemas.orderStatus), "void")).toBe(false);
    expect(isValid(jsonSchemaOf(schemas.orderStatus, { mode: "tolerant" }), "void")).toBe(true);
    expect(isValid(jsonSchemaOf(schemas.taxId), ["FR61954506077", null])).toBe(true);
    expect(isValid(jsonSchemaOf(schemas.taxId), [5])).toBe(false);
  });
});

function isEncoded(encode: () => unknown): boolean {
  try {
    encode();
    return true;
  } catch (error) {
    if (error instanceof schemas.BillingSchemaError) return false;
    throw error;
  }
}
