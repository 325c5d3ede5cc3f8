import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { requests, spellings } from "../../tests/requests.js";
import { BillingSchemaError, eventsIngest } from "../requests.js";

const names = fc.constantFrom(
  "products",
  "events",
  "metadata",
  "type",
  "customerId",
  "revoke",
  "prices",
  "__proto__",
  "taxId",
);
const garbage = fc.oneof(
  fc.anything({
    withDate: true,
    withMap: true,
    withSet: true,
    withBigInt: true,
    withNullPrototype: true,
    withSparseArray: true,
  }),
  fc.dictionary(names, fc.anything({ withDate: true, withNullPrototype: true }), { noNullPrototype: false }),
);

describe.each(requests)("$name", (of) => {
  test("answers a body or a BillingSchemaError for any input, in either direction", () => {
    const judge = (value: unknown): void => {
      for (const apiVersion of spellings) {
        for (const result of [of.safeEncode(value, { apiVersion }), of.safeDecode(value, { apiVersion })]) {
          if (!result.success) expect(result.error).toBeInstanceOf(BillingSchemaError);
        }
      }
      expect(Reflect.get({}, "products")).toBeUndefined();
    };
    fc.assert(fc.property(garbage, judge), { numRuns: repeats(500) });
  });
});

test("a body of any depth or size is judged in time, and leads to a short message", () => {
  const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  const keys = inject("tier") === "proof" ? 100_000 : 10_000;
  const wide = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`key${index}`, deep]));
  for (const of of requests) {
    for (const value of [deep, wide, { metadata: wide }, { events: deep }, { products: deep, prices: { a: deep } }]) {
      const result = of.safeEncode(value);
      expect(result.success ? "" : result.error.message).toSatisfy((message: string) => message.length < 1_000);
    }
  }
});

test("ten thousand events are encoded in the time of a request", () => {
  const event = { name: "x", externalCustomerId: "u", timestamp: new Date(), metadata: { a: 1, b: "two", c: true } };
  const { events } = eventsIngest.encode({ events: Array.from({ length: 10_000 }, () => event) });
  expect(events).toHaveLength(10_000);
});
