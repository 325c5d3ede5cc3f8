import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grantedBenefit } from "../entities/granted-benefit.js";
import { price } from "../entities/price.js";
import { refund } from "../entities/refund.js";
import { decodeEvent, encodeEvent } from "../events/billing-event.js";
import { dateText } from "./date.js";
import { unknownsIn } from "./unknowns.js";

const tolerant = { mode: "tolerant" } as const;

const refundWire = {
  created_at: "2031-03-04T05:06:07.123456Z",
  modified_at: null,
  id: "refund-7",
  metadata: {},
  status: "succeeded",
  reason: "other",
  amount: 700,
  tax_amount: 133,
  currency: "eur",
  organization_id: "merchant-7",
  order_id: "order-7",
  subscription_id: null,
  customer_id: "customer-7",
  revoke_benefits: false,
};

const decodeRefund = (newer: object): Record<string, unknown> => ({
  ...refund.decode({ ...refundWire, ...newer }, tolerant),
});
const roundTrip = (newer: object): object =>
  refund.encode(refund.decode({ ...refundWire, ...newer }, tolerant), tolerant);

/** Objects nested `levels` deep, each under `name`. */
function nested(levels: number, name: string, inmost: unknown): object {
  let value: unknown = inmost;
  for (let level = 0; level < levels; level += 1) value = { [name]: value };
  return value as object;
}

describe("an undeclared field", () => {
  test("has its name by the rule, with all fields in it", () => {
    expect(decodeRefund({ dispute_case: { opened_by: "bank", line_2: [{ is_final: true }] } })).toMatchObject({
      disputeCase: { openedBy: "bank", line2: [{ isFinal: true }] },
    });
  });

  test("is a date if its name says so and its text is one, in lists as well", () => {
    const { settledAt, trialEnd, respondBy, retriedAt, note } = decodeRefund({
      settled_at: "2031-03-04T05:06:07.123456+02:00",
      trial_end: "2031-03-04T05:06:07Z",
      respond_by: "tomorrow",
      retried_at: ["2031-03-04T05:06:07.5Z"],
      note: "2031-03-04T05:06:07Z",
    });
    expect(settledAt).toEqual(new Date("2031-03-04T03:06:07.123Z"));
    expect(dateText(settledAt as Date)).toBe("2031-03-04T05:06:07.123456+02:00");
    expect(trialEnd).toEqual(new Date("2031-03-04T05:06:07Z"));
    expect(respondBy).toBe("tomorrow");
    expect(retriedAt).toEqual([new Date("2031-03-04T05:06:07.500Z")]);
    expect(note).toBe("2031-03-04T05:06:07Z");
  });

  test.each([
    "metadata",
    "seat_metadata",
    "custom_field_data",
    "archived",
    "amounts",
    "unit_label",
    "meta",
    "conditions",
  ])("named %s is a map below, whose keys are data", (name) => {
    const map = { order_ref: 1, paid_at: "2031-03-04T05:06:07Z", orderRef: 2 };
    const decoded = decodeRefund({ dispute: { [name]: map } });
    expect(Object.values(decoded.dispute as object)).toEqual([map]);
    expect(roundTrip({ dispute: { [name]: map } })).toEqual({ ...refundWire, dispute: { [name]: map } });
  });

  test("named prices is an unconverted map when it is an object, and a list of entities else", () => {
    const one = { price_currency: "eur", created_at: "2031-03-04T05:06:07Z" };
    const client = { priceCurrency: "eur", createdAt: new Date("2031-03-04T05:06:07Z") };
    expect(decodeRefund({ prices: { product_1: [one] } }).prices).toEqual({ product_1: [one] });
    expect(decodeRefund({ prices: [one] }).prices).toEqual([client]);
    expect(roundTrip({ prices: { product_1: [one] } })).toEqual({ ...refundWire, prices: { product_1: [one] } });
    expect(roundTrip({ prices: [one] })).toEqual({ ...refundWire, prices: [one] });
  });

  test.each([
    ["is in camelCase already", { refundReason: 1 }],
    ["is in both cases", { refund_reason: 1, refundReason: 2 }],
    ["is in both cases, the other way round", { refundReason: 1, refund_reason: 2 }],
    ["would take the name of a declared one", { createdAt: 1, taxAmount: 2, _taxAmount: 3, __taxAmount: 4 }],
    ["has underscores to spare", { a__b: 1, _a: 2, a_: 3, _: 4, __: 5, "": 6, a_B: 7, A: 8 }],
    ["has digits", { line_2: 1, line2: 2, line_2b: 3, "2": 4, "2_line": 5 }],
    ["is named like what every object has", { constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 4 }],
    ["is named __proto__", JSON.parse('{"__proto__": {"status": "failed"}, "_Proto__": 1, "__Proto__": 2}')],
    ["holds such names", { dispute: JSON.parse('{"__proto__": {"a_b": 1}, "aB": 1, "a_b": 2, "constructor": {}}') }],
  ])("that %s comes back under its own name", (_, newer: object) => {
    const wire = JSON.parse(JSON.stringify(refundWire));
    for (const [name, value] of Object.entries(newer))
      Object.defineProperty(wire, name, { value, enumerable: true, configurable: true, writable: true });
    const decoded = refund.decode(wire, tolerant);
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
    expect(decoded.status).toBe("succeeded");
    const encoded = refund.encode(decoded, tolerant);
    expect(JSON.parse(JSON.stringify(encoded))).toEqual(wire);
    expect(Object.keys(encoded).toSorted()).toEqual(Object.keys(wire).toSorted());
  });

  test("is restored from any depth, without exhausting the stack", () => {
    const levels = fc.integer({ min: 90, max: 110 });
    fc.assert(
      fc.property(levels, fc.constantFrom("inner_part", "innerPart"), (depth, name) => {
        const newer = { dispute: nested(depth, name, { paidAt: "x", paid_at: "2031-03-04T05:06:07.123456Z" }) };
        expect(roundTrip(newer)).toEqual({ ...refundWire, ...newer });
      }),
    );
    const json = `{"dispute": ${'{"inner_part":['.repeat(50_000)}${"]}".repeat(50_000)}}`;
    const deep = roundTrip(JSON.parse(json));
    expect(Object.keys(deep)).toContain("dispute");
  });

  test("never replaces a declared one, under any name", () => {
    const decoded = { ...refund.decode(refundWire, tolerant), tax_amount: "free", status_: "_" };
    expect(refund.encode(decoded, tolerant)).toEqual({ ...refundWire, status_: "_" });
  });

  test("is left out in strict mode", () => {
    const wire = { ...refundWire, dispute: { id: "d" }, createdAt: 1 };
    expect(refund.encode(refund.decode(wire))).toEqual(refundWire);
  });

  test("is found by unknownsIn, once, wherever it is", () => {
    const decoded = refund.decode({ ...refundWire, dispute: { inner_part: 1 }, status: "reversed" }, tolerant);
    expect(unknownsIn(decoded)).toEqual([
      { kind: "value", path: ["status"] },
      { kind: "field", path: ["dispute"] },
    ]);
  });
});

describe("an unknown member of a union", () => {
  const seatPrice = {
    id: "price-7",
    created_at: "2031-03-04T05:06:07.123456Z",
    modified_at: null,
    is_archived: false,
    product_id: "product-7",
    amount_type: "seat_based",
    seat_tiers: { per_seat: [{ price_per_seat: 100 }] },
  };

  test("keeps the name of its kind, beside any other field", () => {
    for (const newer of [
      { ...seatPrice, amountType: "fixed" },
      { amountType: "fixed", ...seatPrice },
      { amountType: [], ...seatPrice },
    ]) {
      const decoded = price.decode(newer, tolerant);
      expect(decoded.amountType).toBe("seat_based");
      expect(price.encode(decoded, tolerant)).toEqual(newer);
    }
  });

  test("is kept beside the known properties of a granted benefit", () => {
    const granted = {
      benefitType: "discord",
      id: "grant-7",
      created_at: "2031-03-04T05:06:07Z",
      modified_at: null,
      granted_at: "2031-03-04T05:06:07Z",
      benefit_id: "benefit-7",
      benefit_type: "feature_flag",
      properties: { flagName: "beta", flag_name: "alpha" },
    };
    const decoded = grantedBenefit.decode(granted, tolerant);
    expect(decoded.benefitType).toBe("feature_flag");
    expect(grantedBenefit.encode(decoded, tolerant)).toEqual(granted);
  });

  test("is listed once, at its discriminator", () => {
    expect(unknownsIn(price.decode(seatPrice, tolerant))).toEqual([{ kind: "member", path: ["amount_type"] }]);
  });
});

describe("an event of an unknown type", () => {
  const wire = {
    type: "subscription.past_due",
    timestamp: "2031-03-04T05:06:07.123456Z",
    data: {
      id: "subscription-7",
      past_due_at: "2031-03-04T05:06:07.654321Z",
      metadata: { order_ref: "7" },
      prices: [{ price_currency: "eur", created_at: "2031-03-04T05:06:07Z" }],
    },
    sent_by: "provider",
  };

  test("is taken in tolerant mode, renamed by the rule, and comes back", () => {
    const decoded = decodeEvent(wire, tolerant);
    expect(decoded).toEqual({
      type: "subscription.past_due",
      timestamp: new Date("2031-03-04T05:06:07.123Z"),
      data: {
        id: "subscription-7",
        pastDueAt: new Date("2031-03-04T05:06:07.654Z"),
        metadata: { order_ref: "7" },
        prices: [{ priceCurrency: "eur", createdAt: new Date("2031-03-04T05:06:07Z") }],
      },
      sentBy: "provider",
    });
    expect(encodeEvent(decoded, tolerant)).toEqual(wire);
    expect(unknownsIn(decoded)).not.toEqual([]);
  });

  test("is rejected in strict mode, and without a type in both", () => {
    expect(() => decodeEvent(wire)).toThrow("event: type is not one of the known types.");
    expect(() => decodeEvent({ ...wire, type: 7 }, tolerant)).toThrow("event: type is an integer, not a string.");
    expect(() => decodeEvent({ ...wire, type: "__proto__" })).toThrow("event: type is not one of the known types.");
  });
});
