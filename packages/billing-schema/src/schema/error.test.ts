import { describe, expect, test } from "vitest";
import { type Path, replaced } from "../../tests/mutations.js";
import { payloads } from "../../tests/payloads.js";
import type { EventType } from "../events/billing-event.js";
import { safeDecodeEvent } from "../events/billing-event.js";
import type { BillingSchemaError } from "./error.js";
import type { Mode } from "./mode.js";

const modes: readonly Mode[] = ["strict", "tolerant"];

function errorOf(type: EventType, path: Path, value: unknown, mode: Mode = "strict"): BillingSchemaError {
  const wire = replaced(payloads[type], path, value);
  const result = mode === "strict" ? safeDecodeEvent(wire) : safeDecodeEvent(wire, { mode });
  if (result.success) throw new Error("It was taken.");
  return result.error;
}

describe("an issue", () => {
  test.each<readonly [EventType, Path, unknown, string]>([
    ["customer.created", ["data", "email"], 5, "data.email is an integer, not a string"],
    ["customer.created", ["data", "email"], undefined, "data.email is missing, and should be a string"],
    [
      "customer.created",
      ["data", "created_at"],
      "1747729800",
      "data.created_at is a string, but not an ISO date and time with an offset",
    ],
    [
      "customer.created",
      ["data", "metadata", "plan"],
      null,
      "data.metadata.plan is null, not string, number or boolean",
    ],
    ["refund.created", ["data", "amount"], 1.5, "data.amount is a fraction, not an integer"],
    ["refund.created", ["data", "amount"], 2 ** 53, "data.amount is an integer outside of the safe integers"],
    [
      "refund.created",
      ["data", "status"],
      { status: "pending" },
      'data.status is an object, not one of "pending", "succeeded", "failed", "canceled"',
    ],
    [
      "refund.created",
      ["data", "status"],
      "reversed",
      'data.status is "reversed", not one of "pending", "succeeded", "failed", "canceled"',
    ],
    ["order.paid", ["data", "items"], {}, "data.items is an object, not a list"],
    ["order.paid", ["data", "items", 1, "tax_amount"], "5", "data.items[1].tax_amount is a string, not a number"],
  ])("of %s at %j says what is there and what should be", (type, path, value, message) => {
    expect(errorOf(type, path, value).message).toBe(`${type}: ${message}.`);
  });

  test.each<readonly [EventType, Path, unknown, readonly string[]]>([
    ["product.created", ["data", "prices", 1, "price_amount"], "x", ['amount_type "fixed"']],
    ["product.created", ["data", "prices", 5, "price_amount"], "x", ['amount_type "fixed"']],
    ["product.created", ["data", "benefits", 4, "properties", "expires", "ttl"], "x", ['type "license_keys"']],
    ["order.refunded", ["data", "discount", "duration_in_months"], null, ['type "fixed"', 'duration "repeating"']],
    ["order.updated", ["data", "discount", "basis_points"], undefined, ['type "percentage"', 'duration "forever"']],
    ["subscription.active", ["data", "meters", 1, "meter", "aggregation", "property"], 1, ['func "avg"']],
    [
      "customer.state_changed",
      ["data", "granted_benefits", 1, "properties", "guild_id"],
      1,
      ['benefit_type "discord"'],
    ],
  ])("of %s at %j says as which member of the union it was judged, in both modes", (type, path, value, branches) => {
    for (const mode of modes) {
      const error = errorOf(type, path, value, mode);
      expect(error.issues.map((issue) => issue.path)).toEqual([path]);
      expect(error.issues[0]?.branches).toEqual(expect.arrayContaining([...branches]));
      expect(error.message).toContain(branches.join(", "));
    }
  });

  test("of a grant names the place in the properties of the benefit's type", () => {
    for (const mode of modes) {
      const error = errorOf("benefit_grant.created", ["data", "properties", "guild_id"], 7, mode);
      expect(error.issues.map(({ path }) => path)).toEqual([["data", "properties", "guild_id"]]);
    }
  });

  test("of a condition in a filter names the clause", () => {
    const path = ["data", "meters", 0, "meter", "filter", "clauses", 2, "clauses", 0, "value"];
    for (const mode of modes) {
      expect(errorOf("subscription.active", path, 1.5, mode).issues.map((issue) => issue.path)).toEqual([path]);
    }
  });

  test("of a union without such a member names the discriminator, and the short name there", () => {
    const { message } = errorOf("benefit.created", ["data", "type"], "feature_flag");
    expect(message).toBe('benefit.created: data.type is "feature_flag", none of the known.');
  });

  test.each<readonly [Mode, unknown, string]>([
    ["strict", undefined, "is missing, none of the known"],
    ["strict", null, "is null, none of the known"],
    ["tolerant", undefined, "is missing, and should be a string"],
    ["tolerant", null, "is null, not a string"],
  ])("of a union in a union, read as %s, names the inner place that tells when that is %j", (mode, value, message) => {
    expect(errorOf("order.paid", ["data", "discount", "duration"], value, mode).issues).toEqual([
      { path: ["data", "discount", "duration"], message, branches: ['type "fixed"'] },
    ]);
  });

  test("is one of many: the message names three and counts the rest, `issues` has all", () => {
    const { message, issues } = errorOf("customer.created", ["data"], { created_at: "x" });
    expect(message).toMatch(/^customer\.created: (?:[^;]+; ){3}and \d+ more\.$/);
    expect(issues.length).toBeGreaterThan(8);
  });
});
