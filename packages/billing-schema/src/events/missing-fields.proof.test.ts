import assert from "node:assert/strict";
import { beforeAll, describe, expect, test } from "vitest";
import { allows, build } from "../../tests/declared.js";
import { events } from "../../tests/exported.js";
import { type Path, placesOf, possibleMutationsOf } from "../../tests/mutations.js";
import { payloads } from "../../tests/payloads.js";
import { unknownsIn } from "../schema/unknowns.js";

/**
 * Every declared field of every sample event is null once, and absent once. The event is undecodable only if the
 * field is essential: the table lists the essential fields.
 */
const essential: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(events.map(({ name }) => [name, ["data", "type"]])),
  ActiveSubscription: ["created_at", "id", "product_id", "status"],
  BenefitGrant: ["benefit", "benefit_id", "created_at", "customer", "customer_id", "id", "is_granted", "is_revoked"],
  BillingOrganization: ["created_at", "id"],
  CheckboxCustomField: ["type"],
  Checkout: ["created_at", "currency", "id", "status", "total_amount"],
  CheckoutFixedDiscount: ["amount", "currency", "duration", "type"],
  CheckoutPercentageRepeatingDiscount: ["basis_points", "duration", "duration_in_months", "type"],
  CheckoutProduct: ["created_at", "id"],
  CountAggregation: ["func"],
  CustomBenefit: ["created_at", "id", "type"],
  CustomPrice: ["amount_type", "legacy"],
  Customer: ["created_at", "id"],
  CustomerState: ["active_subscriptions", "created_at", "granted_benefits", "id"],
  DateCustomField: ["type"],
  DiscordBenefit: ["created_at", "id", "type"],
  DownloadablesBenefit: ["created_at", "id", "type"],
  FilterCondition: ["clauses", "conjunction", "operator", "property", "value"],
  FixedDiscount: ["amount", "currency", "duration", "type"],
  FixedPrice: ["amount_type", "legacy"],
  FixedRepeatingDiscount: ["amount", "currency", "duration", "duration_in_months", "type"],
  FreePrice: ["amount_type", "legacy"],
  GithubRepositoryBenefit: ["created_at", "id", "type"],
  GrantedCustom: ["benefit_id", "benefit_type"],
  GrantedDiscord: ["benefit_id", "benefit_type"],
  GrantedDownloadables: ["benefit_id", "benefit_type"],
  GrantedGithubRepository: ["benefit_id", "benefit_type"],
  GrantedLicenseKeys: ["benefit_id", "benefit_type"],
  GrantedMeterCredit: ["benefit_id", "benefit_type"],
  LegacyCustomPrice: ["amount_type", "legacy"],
  LegacyFixedPrice: ["amount_type", "legacy"],
  LegacyFreePrice: ["amount_type", "legacy"],
  LicenseKeysBenefit: ["created_at", "id", "type"],
  Meter: ["aggregation", "filter"],
  MeterCreditBenefit: ["created_at", "id", "type"],
  MeterFilter: ["clauses", "conjunction", "operator", "property", "value"],
  MeteredPrice: ["amount_type", "legacy"],
  NumberCustomField: ["type"],
  Order: [
    "created_at",
    "currency",
    "customer",
    "customer_id",
    "id",
    "net_amount",
    "paid",
    "refunded_amount",
    "status",
    "total_amount",
  ],
  OrderProduct: ["created_at", "id"],
  OrderSubscription: ["amount", "created_at", "currency", "customer_id", "id", "product_id", "status"],
  PercentageDiscount: ["basis_points", "duration", "type"],
  PercentageRepeatingDiscount: ["basis_points", "duration", "duration_in_months", "type"],
  Product: ["created_at", "id"],
  PropertyAggregation: ["func", "property"],
  PublicBenefit: ["created_at", "id"],
  Refund: ["amount", "created_at", "currency", "customer_id", "id", "order_id", "status"],
  SelectCustomField: ["type"],
  Subscription: ["amount", "created_at", "currency", "customer", "customer_id", "id", "product_id", "status"],
  TextCustomField: ["type"],
};

interface Missing {
  readonly event: (typeof events)[number];
  readonly what: "null" | "no key";
  readonly path: Path;
  readonly payload: unknown;
  readonly owner: string;
}

/** A mutation of each field for null, and a mutation for no key. Items of lists and keys of maps are no fields. */
function* missing(): Generator<Missing> {
  for (const event of events) {
    const payload: unknown = Reflect.get(payloads, event.name);
    const places = new Map([...placesOf(event.field, payload)].map((place) => [place.path.join("."), place]));
    for (const { what, path, make } of possibleMutationsOf(event.field, payload, new Set())) {
      const owner = places.get(path.join("."))?.owner;
      if (owner && (what === "null" || what === "no key")) yield { event, what, path, payload: make(), owner };
    }
  }
}

const clientValue = (decoded: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      Reflect.get(
        Object(value),
        typeof step === "number" ? step : step.replace(/_([a-z0-9])/g, (_, to) => to.toUpperCase()),
      ),
    decoded,
  );

describe("an event without one of its fields", () => {
  /** `byContract`: null or no key is in the contract, of this version or of a newer version. */
  const counted = { null: 0, "no key": 0, kept: 0, refused: 0, byContract: 0 };
  const refused = new Map<string, Set<string>>();

  beforeAll(() => {
    for (const { event, what, path, payload, owner } of missing()) {
      const place = `${event.name}: ${path.join(".")} is ${what}`;
      counted[what] += 1;
      const result = event.safeDecode(payload, "tolerant");
      assert.equal(result.success, allows(event.field, payload, "tolerant"), place);
      if (!result.success) {
        counted.refused += 1;
        const fields = refused.get(owner) ?? new Set();
        refused.set(owner, fields.add(String(path.at(-1))));
        continue;
      }
      const written = build(event.field, payload, { mode: "tolerant", name: (name) => name, date: (text) => text });
      assert.deepStrictEqual(event.encode(result.data, "tolerant"), written, place);
      const listed = unknownsIn(result.data).filter(({ kind }) => kind === "missing");
      if (listed.length === 0) {
        counted.byContract += 1;
        continue;
      }
      assert.deepStrictEqual(listed, [{ kind: "missing", path }], place);
      assert.equal(clientValue(result.data, path), null, place);
      assert.equal(event.safeDecode(payload, "strict").success, false, place);
      counted.kept += 1;
    }
  });

  test("is rejected only without an essential field", () => {
    const found = Object.fromEntries([...refused].map(([owner, fields]) => [owner, [...fields].toSorted()]));
    expect(found).toEqual(essential);
  });

  test("is kept otherwise, with null in its place, and listed", () => {
    expect(counted).toEqual({ null: 3924, "no key": 3924, kept: 4472, byContract: 1650, refused: 1726 });
  });
});
