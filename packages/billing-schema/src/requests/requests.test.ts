import { describe, expect, test } from "vitest";
import {
  type ApiVersion,
  BillingSchemaError,
  checkoutCreate,
  checkoutUpdate,
  customerCreate,
  customerSessionCreate,
  customerUpdate,
  eventsIngest,
  licenseKeyValidate,
  type RequestBody,
  refundCreate,
  subscriptionUpdate,
} from "../requests.js";

/** An untyped body, for wrong input. */
interface AnyBody {
  safeEncode(
    client: unknown,
    options?: { readonly apiVersion?: ApiVersion },
  ): ReturnType<RequestBody<object, object>["safeEncode"]>;
  safeDecode(
    wire: unknown,
    options?: { readonly apiVersion?: ApiVersion },
  ): ReturnType<RequestBody<object, object>["safeDecode"]>;
}

const first = { apiVersion: "2025-05" } as const;

/** The issues as "path message". */
function wrongIn(of: AnyBody, client: unknown, options?: { readonly apiVersion?: ApiVersion }): readonly string[] {
  const result = of.safeEncode(client, options);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`.trim());
}

describe("the spelling of a version", () => {
  test("is that of 2026-04 by default, and the same for later versions", () => {
    const body = { products: ["p"], externalCustomerId: "user-1", seats: 3 };
    const wire = { products: ["p"], external_customer_id: "user-1", seats: 3 };
    expect(checkoutCreate.encode(body)).toEqual(wire);
    for (const apiVersion of ["2026-04", "2026-10", "2027-01"] as const) {
      expect(checkoutCreate.encode(body, { apiVersion })).toEqual(wire);
      expect(checkoutCreate.decode(wire, { apiVersion })).toEqual(body);
    }
  });

  test("of 2025-05 has the names of 2025-05, and the client form stays the same", () => {
    const checkout = { products: ["p"], externalCustomerId: "user-1" };
    expect(checkoutCreate.encode(checkout, first)).toEqual({ products: ["p"], customer_external_id: "user-1" });
    expect(checkoutCreate.decode({ products: ["p"], customer_external_id: "user-1" }, first)).toEqual(checkout);
    expect(customerSessionCreate.encode({ externalCustomerId: "u" }, first)).toEqual({ customer_external_id: "u" });
    const ingest = { events: [{ name: "x", externalCustomerId: "u" }] };
    expect(eventsIngest.encode(ingest, first)).toEqual({ events: [{ name: "x", external_customer_id: "u" }] });
  });

  test("of 2025-05 takes a tax id as a pair, and later ones as a text", () => {
    expect(customerUpdate.encode({ taxId: ["FR1", "eu_vat"] }, first)).toEqual({ tax_id: ["FR1", "eu_vat"] });
    expect(customerUpdate.encode({ taxId: "FR1" })).toEqual({ tax_id: "FR1" });
    expect(wrongIn(customerUpdate, { taxId: ["FR1", "eu_vat"] })).toEqual(["taxId is a list, not a string"]);
    expect(wrongIn(customerUpdate, { taxId: "FR1" }, first)).toEqual(["taxId is a string, not a list"]);
  });

  test("that does not exist is rejected at once", () => {
    const options: object = { apiVersion: "2024-01" };
    expect(() => refundCreate.safeEncode({}, options)).toThrow(
      new TypeError("apiVersion is not one of 2025-05, 2026-04, 2026-10, 2027-01."),
    );
  });
});

describe("an unknown field", () => {
  test.each<readonly [string, AnyBody, object, string]>([
    [
      "is misspelt",
      checkoutCreate,
      { products: ["p"], sucessUrl: "https://a.test" },
      "sucessUrl is not a field of CheckoutCreate",
    ],
    [
      "is of the wire form",
      checkoutCreate,
      { products: ["p"], discount_id: "d" },
      "discount_id is not a field of CheckoutCreate, where it is discountId",
    ],
    [
      "was renamed",
      checkoutCreate,
      { products: ["p"], customerExternalId: "u" },
      "customerExternalId is not a field of CheckoutCreate, where it is externalCustomerId",
    ],
    [
      "is in an address",
      customerUpdate,
      { billingAddress: { country: "DE", zip: "1" } },
      "billingAddress.zip is not a field of AddressInput",
    ],
    [
      "is in an owner",
      customerCreate,
      { email: "a@b.test", owner: { email: "a@b.test", role: "x" } },
      "owner.role is not a field of CustomerOwner",
    ],
    [
      "is in an event",
      eventsIngest,
      { events: [{ name: "x", customerId: "c", user: "u" }] },
      "events.0.user is not a field of EventCreate",
    ],
    [
      "is of another member",
      eventsIngest,
      { events: [{ name: "x", customerId: "c", externalMemberId: "u" }] },
      "events.0.externalMemberId is not a field of EventCreate",
    ],
    [
      "is of another change",
      subscriptionUpdate,
      { seats: 2, discountId: "d" },
      "seats cannot be sent together with discountId",
    ],
    [
      "is of another price",
      checkoutCreate,
      { products: ["p"], prices: { p: [{ amountType: "fixed", priceAmount: 1, capAmount: 1 }] } },
      "prices.p.0.capAmount is not a field of FixedPriceCreate",
    ],
  ])("fails with its path when it %s", (_, of, client, issue) => {
    expect(wrongIn(of, client)).toEqual([issue]);
  });

  test("fails with its path when only newer versions have it", () => {
    const inFirst = "in the API of 2025-05";
    expect(wrongIn(checkoutCreate, { products: ["p"], seats: 2 }, first)).toEqual([
      `seats is not a field of CheckoutCreate ${inFirst}`,
    ]);
    expect(wrongIn(customerCreate, { email: "a@b.test", type: "individual" }, first)).toEqual([
      `type is not a field of CustomerCreate ${inFirst}`,
    ]);
  });

  test("may be undefined, because JSON leaves it out as well", () => {
    const client: object = {
      products: ["p"],
      discountId: undefined,
      note: undefined,
      metadata: { a: undefined, b: 1 },
    };
    expect(checkoutCreate.safeEncode(client)).toEqual({ success: true, data: { products: ["p"], metadata: { b: 1 } } });
  });

  test("is an error also under the name of a property of every object", () => {
    const body = JSON.parse(
      '{ "__proto__": { "amount": 1 }, "constructor": 1, "orderId": "o", "reason": "other", "amount": 1 }',
    );
    expect(wrongIn(refundCreate, body)).toEqual([
      "__proto__ is not a field of RefundCreate",
      "constructor is not a field of RefundCreate",
    ]);
  });

  test("is rejected by decode, too, with its wire name", () => {
    const result = checkoutCreate.safeDecode(
      { products: ["p"], external_customer_id: "u", externalCustomerId: "u" },
      first,
    );
    expect(result.success ? [] : result.error.issues.map(({ path }) => path.join("."))).toEqual([
      "external_customer_id",
      "externalCustomerId",
    ]);
  });
});

describe("a wrong value", () => {
  test.each<readonly [AnyBody, unknown, readonly string[]]>([
    [checkoutCreate, {}, ["products is missing, and should be a list"]],
    [checkoutCreate, { products: [] }, ["products is a list, not a list of at least one product"]],
    [
      checkoutCreate,
      { products: ["p", 5, null] },
      ["products.1 is an integer, not a string", "products.2 is null, not a string"],
    ],
    [
      checkoutCreate,
      { products: ["p"], successUrl: "/done" },
      ["successUrl is a string, not an absolute URL with http or https"],
    ],
    [
      checkoutCreate,
      { products: ["p"], successUrl: "javascript:alert(1)//https://a" },
      ["successUrl is a string, not an absolute URL with http or https"],
    ],
    [
      checkoutCreate,
      { products: ["p"], currency: "EUR" },
      ["currency is a string, not a currency of the provider in lower case, such as usd"],
    ],
    [checkoutCreate, { products: ["p"], amount: 10.5 }, ["amount is a fraction, not an integer"]],
    [
      checkoutUpdate,
      { metadata: { plan: null, "": 1 } },
      [
        "metadata.plan is null, not a text of 1 to 500 characters, a number or a boolean",
        "metadata. is under a key that is not a text of 1 to 40 characters",
      ],
    ],
    [
      checkoutUpdate,
      { customFieldData: { vat: 1.5 } },
      ["customFieldData.vat is a fraction, not a well-formed text, an integer, a boolean or null"],
    ],
    [checkoutUpdate, new Map([["amount", 1]]), ["is an object, not a plain object"]],
    [checkoutUpdate, [], ["is a list, not a plain object"]],
    [checkoutUpdate, null, ["is null, not a plain object"]],
    [checkoutUpdate, undefined, ["is missing, and should be a plain object"]],
    [
      customerUpdate,
      { billingAddress: { country: "KP" } },
      ["billingAddress.country is a string, not the code of a country that the provider sells to"],
    ],
    [customerUpdate, { email: "anna" }, ["email is a string, not an email address"]],
    [customerCreate, { type: "team", name: "T" }, ["is an object, not one with an email or an owner"]],
    [customerCreate, { type: "company", email: "a@b.test" }, ['type is "company", not one of "individual", "team"']],
    [
      customerSessionCreate,
      {},
      ["has none of the fields of which CustomerSessionCreate needs one: customerId, externalCustomerId"],
    ],
    [
      customerSessionCreate,
      { customerId: "c", externalCustomerId: "u" },
      ["externalCustomerId cannot be sent together with customerId"],
    ],
    [customerSessionCreate, { customerId: null }, ["customerId is null, not a string"]],
    [
      subscriptionUpdate,
      { cancelAtPeriodEnd: true, customerCancellationReason: "bored" },
      [
        'customerCancellationReason is "bored", not one of "customer_service", "low_quality", "missing_features", "switched_service", "too_complex", "too_expensive", "unused", "other"',
      ],
    ],
    [subscriptionUpdate, { revoke: false }, ["revoke is a boolean, not true"]],
    [subscriptionUpdate, { trialEnd: new Date(Number.NaN) }, ['trialEnd is an invalid Date, not a Date or "now"']],
    [
      subscriptionUpdate,
      { currentBillingPeriodEnd: "2026-05-01T00:00:00Z" },
      ["currentBillingPeriodEnd is a string, not a valid Date"],
    ],
    [refundCreate, { orderId: "o", reason: "other", amount: 0 }, ["amount is an integer, not an integer from 1"]],
    [licenseKeyValidate, { key: "", organizationId: "o" }, ["key is a string, not a text that is not empty"]],
  ])("fails with its path: %#", (of, client, issues) => {
    expect(wrongIn(of, client)).toEqual(issues);
  });

  test("throws a BillingSchemaError that names the body", () => {
    expect(() => refundCreate.encode({ orderId: "o", reason: "other", amount: 0 })).toThrow(BillingSchemaError);
    expect(() => refundCreate.decode({ order_id: "o", reason: "other", amount: 0 })).toThrow(
      "RefundCreate: amount is an integer, not an integer from 1.",
    );
  });

  test("is not in the message: a license key is a secret", () => {
    const secret = "KEY-1c285b2d";
    const result = licenseKeyValidate.safeEncode({
      key: { secret },
      organizationId: "o",
      activationId: 5,
      benefitId: [secret],
    });
    expect(result.success).toBe(false);
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  test("has a hundred issues at most, however many there are", () => {
    const events = Array.from({ length: 10_000 }, () => ({}));
    expect(wrongIn(eventsIngest, { events })).toHaveLength(100);
  });
});

describe("an event", () => {
  const tokens = { inputTokens: 10, outputTokens: 20, totalTokens: 30 };
  const wireTokens = { input_tokens: 10, output_tokens: 20, total_tokens: 30 };

  test("keeps the keys of its metadata, and spells the usage of a language model as on the wire", () => {
    const metadata = {
      path_name: "/a",
      pathName: 1,
      _llm: { vendor: "v", model: "m", ...tokens },
      _cost: { amount: "0.1", currency: "usd" },
    };
    const wire = { ...metadata, _llm: { vendor: "v", model: "m", ...wireTokens } };
    expect(eventsIngest.encode({ events: [{ name: "x", customerId: "c", metadata }] })).toEqual({
      events: [{ name: "x", customer_id: "c", metadata: wire }],
    });
  });

  test("has dates with their original text", () => {
    const wire = { events: [{ name: "x", customer_id: "c", timestamp: "2026-05-01T10:00:00.123456+02:00" }] };
    const decoded = eventsIngest.decode(wire);
    expect(decoded.events[0]?.timestamp).toEqual(new Date("2026-05-01T08:00:00.123Z"));
    expect(eventsIngest.encode(decoded)).toEqual(wire);
  });
});
