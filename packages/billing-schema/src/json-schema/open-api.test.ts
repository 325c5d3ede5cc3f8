import { describe, expect, test } from "vitest";
import { customer, discount, event, eventTypes, meterAggregation, order, price } from "../index.js";
import { billingEvent, openApiComponents } from "../json-schema.js";
import { entity } from "../schema/entity.js";
import { flag, text } from "../schema/field.js";

/** Every reference in a document, at any depth. */
function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): readonly string[] => {
    if (name === "$ref") return [String(inner)];
    return name === "mapping" ? Object.values<string>(inner) : referencesIn(inner);
  });
}

const forms = ["wire", "client"] as const;
const modes = ["strict", "tolerant"] as const;
const readings = forms.flatMap((form) => modes.map((mode) => ({ form, mode })));

describe("openApiComponents", () => {
  test("has the entities and all their parts, each under its name", () => {
    const { schemas } = openApiComponents([order]);
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["Order", "OrderItem", "Customer", "OrderStatus"]));
    expect(schemas.Order?.title).toBe("Order");
    expect(schemas.Order?.properties?.customer).toEqual({ $ref: "#/components/schemas/Customer" });
    expect(schemas.Order?.properties?.items).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/OrderItem" },
    });
  });

  test.each(readings)("has a target for every reference: $form, $mode", (reading) => {
    const { schemas } = openApiComponents([billingEvent], reading);
    const references = new Set(referencesIn(schemas));
    expect(references.size).toBeGreaterThan(80);
    const names = Object.keys(schemas);
    expect([...references].filter((ref) => !names.includes(ref.replace("#/components/schemas/", "")))).toEqual([]);
    expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  });

  test("tells the members of a union apart by a discriminator, and those of a union within by its own", () => {
    const { schemas } = openApiComponents([discount], { form: "client" });
    expect(schemas.DiscountClient).toEqual({
      title: "DiscountClient",
      oneOf: [
        { $ref: "#/components/schemas/AnyFixedDiscountClient" },
        { $ref: "#/components/schemas/AnyPercentageDiscountClient" },
      ],
      discriminator: {
        propertyName: "type",
        mapping: {
          fixed: "#/components/schemas/AnyFixedDiscountClient",
          percentage: "#/components/schemas/AnyPercentageDiscountClient",
        },
      },
    });
    expect(schemas.AnyFixedDiscountClient?.discriminator?.mapping).toEqual({
      once: "#/components/schemas/FixedDiscountClient",
      forever: "#/components/schemas/FixedDiscountClient",
      repeating: "#/components/schemas/FixedRepeatingDiscountClient",
    });
  });

  test("has a discriminator with every event", () => {
    const { schemas } = openApiComponents([billingEvent]);
    const mapping = schemas.BillingEvent?.discriminator?.mapping ?? {};
    expect(Object.keys(mapping)).toEqual(eventTypes);
    expect(mapping["order.paid"]).toBe("#/components/schemas/OrderPaidEvent");
  });

  test("names places that choose as the form does", () => {
    const { schemas } = openApiComponents([price], { form: "client" });
    expect(schemas.CurrentPriceClient?.discriminator?.propertyName).toBe("amountType");
  });

  test("has no discriminator where the key may be absent or a member may be newer", () => {
    expect(openApiComponents([price]).schemas.Price?.discriminator).toBeUndefined();
    expect(openApiComponents([meterAggregation]).schemas.MeterAggregation?.discriminator).toBeDefined();
    const { schemas } = openApiComponents([discount], { mode: "tolerant" });
    expect(schemas.Discount?.discriminator).toBeUndefined();
    expect(schemas.Discount?.oneOf).toHaveLength(3);
  });

  test("draws a repeated name once, and both forms side by side", () => {
    const { schemas } = openApiComponents([event("order.paid", order), billingEvent, order, customer]);
    const client = openApiComponents([order, customer], { form: "client" }).schemas;
    const shared = Object.keys(client).filter((name) => name in schemas);
    expect(shared).toContain("OrderStatus");
    expect(shared.filter((name) => JSON.stringify(client[name]) !== JSON.stringify(schemas[name]))).toEqual([]);
  });

  test("throws for two different schemas under one name", () => {
    const one = entity("Note", { text });
    const other = entity("Note", { text: flag });
    expect(() => openApiComponents([one, other])).toThrow(new TypeError("Two different schemas would be called Note."));
  });
});
