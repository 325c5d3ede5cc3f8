import { describe, expect, test } from "vitest";
import { type Path, replaced } from "../../tests/mutations.js";
import { payloads } from "../../tests/payloads.js";
import { unknownsIn } from "../schema/unknowns.js";
import { decodeEvent, type EventType, encodeEvent, safeDecodeEvent } from "./billing-event.js";

/** Changes of newer versions of the provider's API, written down by hand from the change notes. */
const tolerant = { mode: "tolerant" } as const;

type Change = readonly [EventType, Path];
const stateSubscription: Path = ["data", "active_subscriptions", 0];

const nullNow: readonly Change[] = [
  ["customer.updated", ["data", "email"]],
  ["customer.updated", ["data", "avatar_url"]],
  ["customer.state_changed", ["data", "email"]],
  ["customer.state_changed", ["data", "avatar_url"]],
  ["order.paid", ["data", "customer", "email"]],
  ["checkout.updated", ["data", "product_id"]],
  ["checkout.updated", ["data", "product_price_id"]],
  ["checkout.updated", ["data", "product"]],
  ["checkout.updated", ["data", "product_price"]],
  ["checkout.updated", ["data", "attached_custom_fields"]],
  ["order.paid", ["data", "product_id"]],
  ["order.paid", ["data", "product"]],
  ["benefit_grant.created", ["data", "properties", "account_id"]],
  ["benefit_grant.revoked", ["data", "properties", "account_id"]],
  ["benefit_grant.revoked", ["data", "previous_properties", "account_id"]],
];

const goneNow: readonly Change[] = [
  ["customer.updated", ["data", "external_id"]],
  ["customer.updated", ["data", "email"]],
  ["customer.state_changed", ["data", "external_id"]],
  ["benefit_grant.created", ["data", "benefit", "properties", "guild_token"]],
  ["product.updated", ["data", "prices", 1, "type"]],
  ["product.updated", ["data", "prices", 2, "recurring_interval"]],
  ["product.updated", ["data", "prices", 3, "type"]],
  ["checkout.updated", ["data", "customer_external_id"]],
  ["checkout.updated", ["data", "customer_billing_address_fields"]],
  ["order.paid", ["data", "amount"]],
  ["order.paid", ["data", "user_id"]],
  ["subscription.updated", ["data", "meters", 0, "meter", "aggregation", "func"]],
];

const newValues: readonly (readonly [EventType, Path, string])[] = [
  ["order.updated", ["data", "status"], "draft"],
  ["order.updated", ["data", "status"], "void"],
  ["order.updated", ["data", "billing_reason"], "subscription_meter_cycle"],
  ["subscription.updated", ["data", "status"], "paused"],
  ["order.paid", ["data", "subscription", "status"], "paused"],
  ["customer.state_changed", [...stateSubscription, "status"], "trialing"],
  ["customer.state_changed", [...stateSubscription, "recurring_interval"], "week"],
  ["refund.updated", ["data", "reason"], "dispute_prevention"],
  ["product.updated", ["data", "recurring_interval"], "day"],
  ["organization.updated", ["data", "subscription_settings", "proration_behavior"], "next_period"],
  ["organization.updated", ["data", "socials", 0, "platform"], "threads"],
  ["checkout.updated", ["data", "payment_processor"], "another"],
  ["checkout.updated", ["data", "products", 0, "benefits", 0, "type"], "feature_flag"],
];

const newMembers: readonly (readonly [EventType, Path, string])[] = [
  ["benefit.updated", ["data", "type"], "feature_flag"],
  ["benefit_grant.created", ["data", "benefit", "type"], "slack_shared_channel"],
  ["customer.state_changed", ["data", "granted_benefits", 0, "benefit_type"], "feature_flag"],
  ["product.updated", ["data", "prices", 1, "amount_type"], "seat_based"],
  ["product.updated", ["data", "prices", 5, "amount_type"], "seat_based"],
  ["product.updated", ["data", "attached_custom_fields", 0, "custom_field", "type"], "phone"],
  ["order.paid", ["data", "discount", "type"], "gift"],
  ["order.paid", ["data", "discount", "duration"], "weekly"],
  ["checkout.updated", ["data", "discount", "duration"], "weekly"],
  ["subscription.updated", ["data", "meters", 1, "meter", "aggregation", "func"], "unique"],
];

/** Strict mode rejects the payload; tolerant mode decodes and encodes it without a loss. */
function expectTakenTolerantly(wire: unknown): object {
  expect(safeDecodeEvent(wire).success).toBe(false);
  const decoded = decodeEvent(wire, tolerant);
  expect(encodeEvent(decoded, tolerant)).toEqual(wire);
  return decoded;
}

function without(type: EventType, path: Path): unknown {
  const [key, ...owner] = path.toReversed();
  const around = owner.toReversed();
  const holder = around.reduce<unknown>((value, step) => Reflect.get(Object(value), step), payloads[type]);
  const { [String(key)]: _, ...others } = { ...Object(holder) };
  return replaced(payloads[type], around, others);
}

const meterFilter: Path = ["data", "meters", 0, "meter", "filter"];
const clauses = payloads["subscription.updated"].data.meters[0]?.meter.filter.clauses;
const newerGroup = { conjunction: "xor", clauses };
const nested = { conjunction: "and", clauses: [newerGroup, { conjunction: "or", clauses: [newerGroup] }] };

/** Values of no version's contract that the provider still sends; they must not lose the event. */
const kept: readonly (readonly [string, EventType, Path, unknown])[] = [
  ["a fraction in what a customer brought", "checkout.updated", ["data", "customer_metadata", "score"], 0.5],
  ["a number beyond the safe integers there", "checkout.updated", ["data", "customer_metadata", "score"], 2 ** 60],
  ["a fraction in answers of a checkout", "checkout.updated", ["data", "custom_field_data", "height"], 1.75],
  ["a fraction in answers of an order", "order.paid", ["data", "custom_field_data", "height"], -0.25],
  [
    "a fraction in answers of an active subscription",
    "customer.state_changed",
    [...stateSubscription, "custom_field_data"],
    { height: 1.75 },
  ],
  ...["x", "", null, 7, { any_name: ["x"] }].map(
    (property) =>
      [
        `a count of the property ${JSON.stringify(property)}`,
        "subscription.updated",
        ["data", "meters", 0, "meter", "aggregation"],
        { func: "count", property },
      ] as const,
  ),
];

const against: readonly Change[] = [
  ["order.paid", ["timestamp"]],
  ["order.paid", ["data", "tax_amount"]],
  ["order.paid", ["data", "custom_field_data"]],
  ["order.paid", ["data", "items"]],
  ["order.paid", ["data", "customer", "email_verified"]],
  ["organization.updated", ["data", "feature_settings", "issue_funding_enabled"]],
  ["subscription.updated", ["data", "product"]],
  ["subscription.updated", ["data", "current_period_start"]],
  ["product.updated", ["data", "prices", 1, "price_amount"]],
  ["benefit_grant.created", ["data", "properties"]],
];

const absentAgainst: readonly Change[] = [
  ["order.paid", ["data", "tax_amount"]],
  ["order.paid", ["data", "discount_id"]],
  ["order.paid", ["data", "items"]],
  ["subscription.updated", ["data", "ends_at"]],
  ["subscription.updated", ["data", "current_period_start"]],
];

describe("only tolerant mode takes", () => {
  test.each(against)("null in %s at %j, against the contract, and lists it", (type, path) => {
    const decoded = expectTakenTolerantly(replaced(payloads[type], path, null));
    expect(unknownsIn(decoded)).toEqual([{ kind: "missing", path }]);
  });

  test.each(absentAgainst)("no key in %s at %j, against the contract, and lists it", (type, path) => {
    const decoded = expectTakenTolerantly(without(type, path));
    expect(unknownsIn(decoded)).toEqual([{ kind: "missing", path }]);
    const name = String(path.at(-1)).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    expect(decoded).toMatchObject({ data: { [name]: null } });
  });

  test("a field inside a member that is not known, and lists the member alone", () => {
    const newer = { ...payloads["benefit.updated"].data, type: "feature_flag", description: null };
    const decoded = expectTakenTolerantly(replaced(payloads["benefit.updated"], ["data"], newer));
    expect(unknownsIn(decoded)).toEqual([{ kind: "member", path: ["data", "type"] }]);
  });

  test.each(kept)("%s, without an entry in unknowns", (_, type, path, value) => {
    expect(unknownsIn(expectTakenTolerantly(replaced(payloads[type], path, value)))).toEqual([]);
  });

  test.each<readonly [string, unknown, readonly Path[]]>([
    ["around all others", newerGroup, [[]]],
    ["around nothing", { conjunction: "not", clauses: [] }, [[]]],
    [
      "within others",
      nested,
      [
        ["clauses", 0],
        ["clauses", 1, "clauses", 0],
      ],
    ],
  ])("a filter with a conjunction that is not known, %s, and marks it", (_, filter, places) => {
    const decoded = expectTakenTolerantly(replaced(payloads["subscription.updated"], meterFilter, filter));
    const paths = places.map((place) => [...meterFilter, ...place, "conjunction"]);
    expect(unknownsIn(decoded)).toEqual(paths.map((path) => ({ kind: "value", path })));
  });

  test.each(nullNow)("null in %s at %j, without an entry in unknowns", (type, path) => {
    expect(unknownsIn(expectTakenTolerantly(replaced(payloads[type], path, null)))).toEqual([]);
  });

  test.each(goneNow)("no key in %s at %j", (type, path) => {
    expectTakenTolerantly(without(type, path));
  });

  test.each(newValues)("in %s at %j the value %s, and marks it", (type, path, value) => {
    const decoded = expectTakenTolerantly(replaced(payloads[type], path, value));
    expect(unknownsIn(decoded)).toEqual([{ kind: "value", path }]);
  });

  test.each(newMembers)("in %s at %j the member %s, and marks it", (type, path, value) => {
    const decoded = expectTakenTolerantly(replaced(payloads[type], path, value));
    expect(unknownsIn(decoded)).toContainEqual({ kind: "member", path });
  });

  test("a feature absent in newer versions, without a default", () => {
    const settings = { issue_funding_enabled: true, member_model_enabled: true };
    const wire = replaced(payloads["organization.updated"], ["data", "feature_settings"], settings);
    const decoded = decodeEvent(wire, tolerant);
    expect(encodeEvent(decoded, tolerant)).toEqual(wire);
    expect(decoded).toMatchObject({
      data: { featureSettings: { issueFundingEnabled: true, memberModelEnabled: true } },
    });
  });
});

describe("neither mode takes", () => {
  test.each<readonly [string, EventType, Path, unknown]>([
    ["a discount that repeats without saying how long", "order.paid", ["data", "discount", "duration"], "repeating"],
    ["a fixed discount with nothing but a percentage", "order.updated", ["data", "discount", "type"], "fixed"],
    ["a legacy flag that is false", "product.updated", ["data", "prices", 5, "legacy"], false],
    ["a legacy flag that is null", "product.updated", ["data", "prices", 1, "legacy"], null],
    [
      "a clause that is a group and a condition",
      "subscription.updated",
      ["data", "meters", 0, "meter", "filter", "clauses", 2, "property"],
      "x",
    ],
    [
      "a figure over a property that does not say which",
      "subscription.updated",
      ["data", "meters", 0, "meter", "aggregation"],
      { property: "tokens" },
    ],
    [
      "a filter that is a condition",
      "subscription.updated",
      ["data", "meters", 0, "meter", "filter"],
      { property: "a", operator: "eq", value: 1 },
    ],
    ["a group without clauses", "subscription.updated", [...meterFilter, "clauses"], undefined],
    ["a newer group without clauses", "subscription.updated", meterFilter, { conjunction: "xor" }],
    ["a newer group of what is no clause", "subscription.updated", meterFilter, { conjunction: "xor", clauses: [1] }],
    ["a conjunction that is no text", "subscription.updated", [...meterFilter, "conjunction"], 1],
    ["a newer group that is a condition too", "subscription.updated", meterFilter, { ...newerGroup, property: "x" }],
    ["a condition with a fraction", "subscription.updated", [...meterFilter, "clauses", 0, "value"], 1.5],
    ["a condition with null", "subscription.updated", [...meterFilter, "clauses", 0, "value"], null],
    ["a condition with a list", "subscription.updated", [...meterFilter, "clauses", 0, "value"], [1]],
    ["an order without its total", "order.paid", ["data", "total_amount"], null],
    ["a subscription without its status", "subscription.updated", ["data", "status"], undefined],
    ["a customer's state without its subscriptions", "customer.state_changed", ["data", "active_subscriptions"], null],
    ["an item that is null", "order.paid", ["data", "items", 0], null],
    ["null in what a customer of a checkout brought", "checkout.updated", ["data", "customer_metadata", "ref"], null],
    ["an object in answers", "order.paid", ["data", "custom_field_data", "slug"], {}],
    ["a number in what the processor says", "checkout.updated", ["data", "payment_processor_metadata", "key"], 1],
    ["credited units in fractions", "customer.state_changed", ["data", "active_meters", 0, "credited_units"], 1.5],
  ])("%s", (_, type, path, value) => {
    const wire = replaced(payloads[type], path, value);
    expect(safeDecodeEvent(wire).success).toBe(false);
    expect(safeDecodeEvent(wire, tolerant).success).toBe(false);
  });
});

describe("both modes take", () => {
  test.each<readonly [string, EventType, Path, unknown]>([
    ["the empty settings, whose flags are off", "organization.updated", ["data", "feature_settings"], {}],
    ["grant properties without any key", "benefit_grant.created", ["data", "properties"], {}],
    ["no previous properties", "benefit_grant.created", ["data", "previous_properties"], null],
    ["a filter without clauses", "subscription.updated", ["data", "meters", 0, "meter", "filter", "clauses"], []],
    ["units in fractions", "customer.state_changed", ["data", "active_meters", 0, "consumed_units"], 1.5],
    ["a price that is not renewed", "product.updated", ["data", "prices", 1, "recurring_interval"], null],
    ["a tax id of any format", "customer.updated", ["data", "tax_id"], ["X", "zz_new"]],
  ])("%s", (_, type, path, value) => {
    const wire = replaced(payloads[type], path, value);
    expect(safeDecodeEvent(wire).success).toBe(true);
    expect(safeDecodeEvent(wire, tolerant).success).toBe(true);
  });
});
