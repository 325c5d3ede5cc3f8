import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { bodiesOf } from "../../tests/body-arbitrary.js";
import { asOfLastSchemas } from "../../tests/newer-than-schemas.js";
import { requests } from "../../tests/requests.js";
import { firstSdk, lastSdk, withoutDefaults } from "../../tests/sdk-schemas.js";

/** Encoded bodies equal what the provider's SDKs encode: the schemas of the SDKs reject, drop and change no field. */

const runs = repeats(500);

// Keys such as `__proto__` are left out: the SDKs lose them, zod's records do.
const keys = "plain";

describe.each(requests)("$name", (of) => {
  test("of 2025-05 equals the input and output of the schemas of SDK 0.32.16", async () => {
    const sdk = await firstSdk(of.name);
    const bodies = bodiesOf(of, { isFirstVersion: true, keys });
    const judge = (body: unknown): void => {
      const wire = of.encode(body, { apiVersion: "2025-05" });
      assert.deepStrictEqual(withoutDefaults(sdk(wire), wire), wire);
    };
    fc.assert(fc.property(bodies, judge), { numRuns: runs });
  });

  test("of 2026-04 equals the input and output of the schemas of SDK 0.49.0, without later additions", async () => {
    const sdk = await lastSdk(of.name);
    const bodies = bodiesOf(of, { isFirstVersion: false, keys });
    const judge = (body: unknown): void => {
      const wire = asOfLastSchemas(of.name, of.encode(body));
      if (wire !== null) assert.deepStrictEqual(withoutDefaults(sdk(wire), wire), wire);
    };
    fc.assert(fc.property(bodies, judge), { numRuns: runs });
  });
});

describe("additions after the last schemas", () => {
  const tiers = { type: "volume", tiers: [{ bound: null, unit_amount: "1" }] };
  const prices = (price: object): object => ({ products: ["a"], prices: { a: [{ tiers, ...price }] } });

  test.each<readonly [string, string, object]>([
    ["units", "CheckoutCreate", { products: ["a"], units: 1, min_units: 1, max_units: 2 }],
    ["prices per unit", "CheckoutCreate", prices({ amount_type: "unit_based" })],
    ["prices per metered tier", "CheckoutCreate", prices({ amount_type: "metered_tiers", meter_id: "m" })],
    ["units", "CheckoutUpdate", { units: 1 }],
    ["units", "SubscriptionUpdate", { units: 1 }],
    ["the end of a trial now", "SubscriptionUpdate", { trial_end: "now" }],
    ["metadata", "SubscriptionUpdate", { metadata: { plan: "pro" } }],
  ])("%s of %s are refused or left out by them", async (_, request, wire) => {
    const of = requests.find(({ name }) => name === request) ?? expect.fail();
    expect(of.safeDecode(wire)).toMatchObject({ success: true });
    const sdk = await lastSdk(request);
    expect(withoutDefaults(sdk(wire), wire)).not.toEqual(wire);
  });
});
