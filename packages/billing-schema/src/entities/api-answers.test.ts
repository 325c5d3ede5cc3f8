import * as schemas from "@keyhold/billing-schema";
import { describe, expect, test } from "vitest";
import { customer, discountOf, meterOf, orderProduct, terms } from "../../tests/payload-parts.js";
import { payloads } from "../../tests/payloads.js";

const { customerMeter, customerSession, discount, licenseKey, licenseKeyActivation, listPage, order } = schemas;

/** Answers of the provider's API that no webhook sends, written down by hand from the contract. */
const times = { created_at: "2031-01-02T03:04:05.000006Z", modified_at: "2031-01-03T04:05:06.000007Z" };

const key = {
  id: "key-1",
  ...times,
  organization_id: "merchant-1",
  customer_id: customer.id,
  customer,
  benefit_id: "benefit-1",
  key: "ACME-1C9F2E44",
  display_key: "****-2E44",
  status: "granted",
  limit_activations: 3,
  usage: 5,
  limit_usage: 100,
  validations: 17,
  last_validated_at: "2031-01-04T05:06:07.000008Z",
  expires_at: "2032-01-02T03:04:05.000006Z",
};
const activation = { id: "activation-1", license_key_id: key.id, label: "laptop", meta: { os_name: "x" }, ...times };
const aloneActivation = { ...activation, license_key: key };
const units = { consumed_units: 12.5, credited_units: 100, balance: 87.5 };
const meter = meterOf({ func: "count" });

const answers: readonly (readonly [string, schemas.Entity<object, object, object>, object])[] = [
  ["a license key", licenseKey, key],
  ["an activation within a license key", licenseKeyActivation, activation],
  ["an activation by itself", licenseKeyActivation, aloneActivation],
  ["a license key with its activations", schemas.licenseKeyWithActivations, { ...key, activations: [activation] }],
  ["a validated license key with its activation", schemas.validatedLicenseKey, { ...key, activation }],
  ["a validated license key with no activation", schemas.validatedLicenseKey, { ...key, activation: null }],
  ["a validated license key that does not tell its activation", schemas.validatedLicenseKey, key],
  [
    "a customer meter",
    customerMeter,
    { id: "balance-1", ...times, customer_id: customer.id, meter_id: meter.id, ...units, customer, meter },
  ],
  [
    "a customer session",
    customerSession,
    {
      id: "portal-1",
      ...times,
      token: "polar_cst_1",
      expires_at: "2031-01-02T04:04:05.000006Z",
      customer_portal_url: "https://billing.example/portal?token=polar_cst_1",
      customer_id: customer.id,
      customer,
    },
  ],
  ...Object.entries(terms).map(
    ([name, of]) =>
      [`a full discount, ${name}`, discount, { ...discountOf(of), products: [orderProduct, orderProduct] }] as const,
  ),
];

describe.each(answers)("%s", (_, entity, wire) => {
  test.each(["strict", "tolerant"] as const)("round-trips completely in %s mode, with microseconds", (mode) => {
    const decoded = entity.decode(wire, { mode });
    expect(entity.encode(decoded, { mode })).toEqual(wire);
    expect(schemas.unknownsIn(decoded)).toEqual([]);
  });
});

test("the version of a license key is when it was modified, to the microsecond", () => {
  expect(schemas.versionOf(licenseKey.decode(key))).toBe(times.modified_at);
});

describe("a list page", () => {
  const orderPage = listPage(order);
  const wire = { items: [payloads["order.paid"].data], pagination: { total_count: 201, max_page: 3 } };

  test("holds entities in their client form, and how many there are", () => {
    const { items, pagination } = orderPage.decode(wire);
    expect(items[0]?.createdAt).toBeInstanceOf(Date);
    expect(pagination).toEqual({ totalCount: 201, maxPage: 3 });
    expect(orderPage.encode({ items, pagination })).toEqual(wire);
  });

  test("keeps newer data in tolerant mode, and lists its places", () => {
    const newer = { items: [{ ...payloads["order.paid"].data, status: "void" }], pagination: wire.pagination };
    const decoded = orderPage.decode(newer, { mode: "tolerant" });
    expect(schemas.unknownsIn(decoded)).toEqual([{ kind: "value", path: ["items", 0, "status"] }]);
    expect(orderPage.encode(decoded, { mode: "tolerant" })).toEqual(newer);
  });

  test("fails as a whole at the place of the wrong item, under its own name", () => {
    const result = orderPage.safeDecode({ ...wire, items: [...wire.items, { ...wire.items[0], id: 1 }] });
    expect(result.success).toBe(false);
    expect(!result.success && result.error.message).toBe("OrderPage: items[1].id is an integer, not a string.");
  });

  test("takes any entity, a union too, and the empty list", () => {
    const empty = { items: [], pagination: { total_count: 0, max_page: 0 } };
    expect(listPage(discount).decode(empty)).toEqual({ items: [], pagination: { totalCount: 0, maxPage: 0 } });
  });
});
