import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { build, isObject } from "../../tests/declared.js";
import { events } from "../../tests/exported.js";
import { placesOf, replaced } from "../../tests/mutations.js";
import { payloads } from "../../tests/payloads.js";
import { customer } from "../entities/customer.js";
import { maxFilterLevels, meter, meterFilter } from "../entities/meter.js";
import { order } from "../entities/order.js";
import { decodeEvent, encodeEvent, safeDecodeEvent } from "../events/billing-event.js";
import { BillingSchemaError } from "./error.js";
import type { Mode } from "./mode.js";

const modes: readonly Mode[] = ["strict", "tolerant"];
const tolerant = { mode: "tolerant" } as const;
const building = { name: (name: string) => name, date: (text: string) => text };
const customerWire = payloads["customer.created"].data;
const orderWire = payloads["order.paid"].data;
const meterWire = payloads["subscription.active"].data.meters[0]?.meter ?? expect.fail();

/** A copy in which every object has names with a meaning in JavaScript. */
function poisoned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(poisoned);
  if (!isObject(value)) return value;
  const poison = JSON.parse(
    '{"__proto__": {"polluted": true, "legacy": true}, "constructor": {"prototype": {"polluted": true}}}',
  );
  const isMap = Object.values(value).every((inner) => inner === null || typeof inner !== "object");
  const own = Object.entries(value).map(([name, inner]) => [name, poisoned(inner)] as const);
  return Object.fromEntries([...own, ...(isMap && !("id" in value) ? [] : Object.entries(poison))]);
}

describe("names of the prototype", () => {
  test.each(events)(
    "anywhere in $name are data like others, and pollute no prototype",
    ({ name, field, decode, encode }) => {
      const wire = poisoned(Reflect.get(payloads, name));
      for (const mode of modes) {
        const decoded = decode(wire, mode);
        expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
        assert.deepStrictEqual(encode(decoded, mode), build(field, wire, { mode, ...building }));
      }
      expect(Reflect.get({}, "polluted")).toBeUndefined();
    },
  );

  test("in a map are keys like others, in both modes, and their values are checked", () => {
    const metadata = JSON.parse('{"__proto__": "a", "constructor": 1, "toString": true}');
    for (const mode of modes) {
      const options = mode === "tolerant" ? tolerant : {};
      const decoded = customer.decode({ ...customerWire, metadata });
      expect(Object.entries(decoded.metadata)).toEqual(Object.entries(metadata));
      expect(Object.entries(customer.encode(decoded).metadata)).toEqual(Object.entries(metadata));
      const wrong = customer.safeDecode({ ...customerWire, metadata: JSON.parse('{"__proto__": {}}') }, { ...options });
      expect(wrong.success ? null : wrong.error.issues[0]?.path).toEqual(["metadata", "__proto__"]);
    }
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "as a kind, %s is unknown",
    (kind) => {
      for (const type of ["benefit.created", "product.created"] as const) {
        const path = type === "benefit.created" ? ["data", "type"] : ["data", "prices", 0, "amount_type"];
        const wire = replaced(payloads[type], path, kind);
        expect(safeDecodeEvent(wire).success).toBe(false);
        expect(encodeEvent(decodeEvent(wire, tolerant), tolerant)).toEqual(wire);
      }
      expect(safeDecodeEvent({ ...payloads["benefit.created"], type: kind }).success).toBe(false);
    },
  );
});

/** Groups in groups, without the help of a stack. */
function nestedFilter(levels: number): object {
  let filter: object = { property: "name", operator: "eq", value: "x" };
  for (let level = 0; level < levels; level += 1) filter = { conjunction: "and", clauses: [filter] };
  return filter;
}

describe("depth", () => {
  test("of a filter is limited, and said so", () => {
    expect(meterFilter.safeDecode(nestedFilter(maxFilterLevels)).success).toBe(true);
    for (const levels of [maxFilterLevels + 1, 10_000, 100_000]) {
      for (const options of [{}, tolerant]) {
        const result = meter.safeDecode({ ...meterWire, filter: nestedFilter(levels) }, { ...options });
        expect(result.success ? null : result.error).toBeInstanceOf(BillingSchemaError);
        expect(result.success ? null : result.error.message).toContain(`a tree of at most ${maxFilterLevels} levels`);
      }
    }
  });

  const levels = 100_000;
  const deepList = JSON.parse("[".repeat(levels) + "]".repeat(levels));
  const deepObject = JSON.parse(`${'{"a_b":'.repeat(levels)}{}${"}".repeat(levels)}`);

  test("of an unknown field does not exhaust the stack, and is restored unchanged", () => {
    for (const deep of [deepList, deepObject]) {
      const encoded = order.encode(order.decode({ ...orderWire, newer: deep }, tolerant), tolerant);
      expect(depthOf(encoded.newer)).toBe(depthOf(deep));
      const unknown = { type: "newer.event", data: deep };
      expect(depthOf(encodeEvent(decodeEvent(unknown, tolerant), tolerant).data)).toBe(depthOf(deep));
      expect(order.safeDecode({ ...orderWire, newer: deep }).success).toBe(true);
    }
  });

  test("at a declared place is rejected there", () => {
    for (const { name, field, safeDecode } of events.filter((event) =>
      ["order.paid", "subscription.active", "benefit_grant.created"].includes(event.name),
    )) {
      const payload = Reflect.get(payloads, name);
      for (const { path } of placesOf(field, payload)) {
        for (const mode of modes) {
          for (const deep of [deepList, deepObject]) {
            const result = safeDecode(replaced(payload, path, deep), mode);
            if (!result.success) expect(result.error).toBeInstanceOf(BillingSchemaError);
          }
        }
      }
    }
  });
});

function depthOf(value: unknown): number {
  let depth = 0;
  for (let inner = value; typeof inner === "object" && inner !== null; inner = Object.values(inner)[0]) depth += 1;
  return depth;
}

describe("size", () => {
  const size = 100_000;

  test("of a map and of a list is no matter of time", () => {
    const metadata = Object.fromEntries(Array.from({ length: size }, (_, index) => [`key_${index}`, index]));
    const files = Array.from({ length: size }, (_, index) => ({ ...orderWire.items[0], id: `item-${index}` }));
    const decoded = order.decode({ ...orderWire, metadata, items: files });
    expect(Object.keys(decoded.metadata)).toHaveLength(size);
    expect(decoded.items).toHaveLength(size);
  });

  test("of a filter with a wrong innermost clause does not double the time with every level", () => {
    for (const conjunction of ["and", "xor"]) {
      let filter: object = { conjunction, clauses: [{ property: "a", operator: "eq", value: null }] };
      for (let level = 0; level < 60; level += 1) filter = { conjunction, clauses: [filter] };
      const result = meter.safeDecode({ ...meterWire, filter }, tolerant);
      expect(result.success ? [] : result.error.issues.map(({ path }) => path.length)).toEqual([1 + 2 * 61 + 1]);
    }
  });

  test("of errors makes no long message, and no more than a hundred issues", () => {
    const metadata = Object.fromEntries(Array.from({ length: size }, (_, index) => [`key_${index}`, null]));
    const result = order.safeDecode({ ...orderWire, metadata });
    expect(result.success ? null : result.error.issues.length).toBe(100);
    expect(result.success ? null : result.error.message.length).toBeLessThan(500);
  });
});

describe("a value other than JSON", () => {
  test.each([new Map([["a", "b"]]), new Set(["a"]), new Date(0), [], new Uint8Array(1)])(
    "is no map: %o",
    (metadata) => {
      expect(customer.safeDecode({ ...customerWire, metadata }).success).toBe(false);
    },
  );

  test("like a list with holes is rejected", () => {
    const holes = new Array(2);
    expect(order.safeDecode({ ...orderWire, items: holes }).success).toBe(false);
    expect(customer.safeDecode({ ...customerWire, tax_id: holes }, tolerant).success).toBe(false);
  });

  test("like getters counts by its value, and symbols are ignored", () => {
    const wire = Object.defineProperty({ ...customerWire, [Symbol("x")]: 1 }, "name", {
      get: () => "Anna",
      enumerable: true,
    });
    expect(customer.decode(wire).name).toBe("Anna");
    const decoded = customer.decode(wire, tolerant);
    expect(customer.encode(decoded, tolerant)).toEqual({ ...customerWire, name: "Anna" });
  });

  test("like an invalid date is rejected on the way to the wire", () => {
    const decoded = customer.decode(customerWire);
    expect(() => customer.encode({ ...decoded, createdAt: new Date(Number.NaN) })).toThrow(
      "createdAt is an invalid Date, not a valid Date",
    );
    // In a client form that went through JSON, dates are texts.
    expect(() => customer.encode(JSON.parse(JSON.stringify(decoded)))).toThrow(
      "createdAt is a string, not a valid Date",
    );
  });
});
