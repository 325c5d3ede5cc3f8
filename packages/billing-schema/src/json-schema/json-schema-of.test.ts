import { describe, expect, test } from "vitest";
import {
  address,
  benefitGrant,
  customer,
  event,
  featureSettings,
  meterFilter,
  orderStatus,
  price,
  refund,
} from "../index.js";
import { type JsonSchema, jsonSchemaOf } from "../json-schema.js";

const dialect = "https://json-schema.org/draft/2020-12/schema";

describe("jsonSchemaOf", () => {
  test("has the type of each field, and leaves the object open", () => {
    const text = { type: ["string", "null"] };
    expect(jsonSchemaOf(address)).toEqual({
      $schema: dialect,
      title: "Address",
      type: "object",
      properties: { line1: text, line2: text, postal_code: text, city: text, state: text, country: { type: "string" } },
      required: ["country"],
    });
  });

  test("has the names of the client form in the client form", () => {
    const schema = jsonSchemaOf(customer, { form: "client" });
    expect(schema.title).toBe("CustomerClient");
    expect(schema.properties?.billingAddress).toEqual({ anyOf: [{ $ref: "#/$defs/AddressClient" }, { type: "null" }] });
    expect(schema.properties?.createdAt).toEqual({ type: "string", format: "date-time" });
    expect(Object.keys(schema.$defs ?? {})).toEqual(["AddressClient"]);
  });

  test("refers to the enumerations of an entity", () => {
    const { properties, $defs } = jsonSchemaOf(refund);
    expect(properties?.status).toEqual({ $ref: "#/$defs/RefundStatus" });
    expect($defs?.RefundStatus).toEqual({
      title: "RefundStatus",
      type: "string",
      enum: ["pending", "succeeded", "failed", "canceled"],
    });
  });

  test("keeps an enumeration open in tolerant mode, with the known values as examples", () => {
    expect(jsonSchemaOf(orderStatus, { mode: "tolerant" })).toEqual({
      $schema: dialect,
      title: "OrderStatus",
      type: "string",
      examples: ["pending", "paid", "refunded", "partially_refunded"],
    });
  });

  test("allows null and absence in tolerant mode for fields missing in newer versions", () => {
    const strict = jsonSchemaOf(customer);
    const tolerant = jsonSchemaOf(customer, { mode: "tolerant" });
    expect(strict.properties?.email).toEqual({ type: "string" });
    expect(strict.required).toContain("email");
    expect(tolerant.properties?.email).toEqual({ type: ["string", "null"] });
    expect(tolerant.required).not.toContain("email");
  });

  test("has defaults on the wire, where a flag may be absent, and no defaults in the client form", () => {
    const wire = jsonSchemaOf(featureSettings);
    expect(wire.properties?.issue_funding_enabled).toEqual({ type: "boolean", default: false });
    expect(wire.required).toBeUndefined();
    const client = jsonSchemaOf(featureSettings, { form: "client" });
    expect(client.properties?.issueFundingEnabled).toEqual({ type: "boolean" });
    expect(client.required).toEqual(["issueFundingEnabled", "usageBasedBillingEnabled"]);
  });

  test("refers to itself where a tree contains itself", () => {
    const { properties, $defs } = jsonSchemaOf(meterFilter);
    expect(properties?.clauses).toEqual({ type: "array", items: { $ref: "#/$defs/FilterClause" } });
    expect($defs?.FilterClause?.oneOf).toEqual([{ $ref: "#" }, { $ref: "#/$defs/FilterCondition" }]);
  });

  test("distinguishes prices by the key of legacy ones", () => {
    const { oneOf, $defs } = jsonSchemaOf(price);
    expect(oneOf).toEqual([{ $ref: "#/$defs/CurrentPrice" }, { $ref: "#/$defs/LegacyPrice" }]);
    expect($defs?.FixedPrice?.properties?.legacy).toEqual({ not: {} });
    expect($defs?.LegacyFixedPrice?.properties?.legacy).toEqual({ const: true });
    expect($defs?.LegacyFixedPrice?.required).toContain("legacy");
  });

  test("binds a grant's properties to the type of its benefit, in either form", () => {
    const schema = jsonSchemaOf(benefitGrant, { form: "client" });
    const properties: JsonSchema = { $ref: "#/$defs/LicenseKeysGrantPropertiesClient" };
    const isOfKeys = {
      properties: { benefit: { properties: { type: { const: "license_keys" } }, required: ["type"] } },
      required: ["benefit"],
    };
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    expect(schema.allOf).toContainEqual({ if: isOfKeys, then: { properties: { properties } } });
    const previousProperties = { anyOf: [properties, { type: "null" }] };
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    expect(schema.allOf).toContainEqual({ if: isOfKeys, then: { properties: { previousProperties } } });
  });

  test("calls an event by its type, as a name", () => {
    const { title, properties } = jsonSchemaOf(event("benefit_grant.created", benefitGrant));
    expect(title).toBe("BenefitGrantCreatedEvent");
    expect(properties?.type).toEqual({ const: "benefit_grant.created" });
    expect(properties?.data).toEqual({ $ref: "#/$defs/BenefitGrant" });
  });
});
