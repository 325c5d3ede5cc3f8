import { describe, expect, test } from "vitest";
import { catalogueOf } from "../catalogue/catalogue.js";
import { defineEntitlements } from "../catalogue/entitlements.js";
import { type Holdings, noHoldings, type SubscriptionHolding } from "./holdings.js";
import { judge } from "./judge.js";

const catalogue = catalogueOf({
  products: { pro: "product-pro", yearly: { id: "product-yearly" }, book: "product-book" },
  entitlements: defineEntitlements({
    pro: { products: ["pro", "yearly"] },
    patient: { products: ["pro"], graceDays: 3 },
    book: { products: ["book"] },
    export: { benefits: ["benefit-export"] },
    calls: { meter: "meter-calls", needs: "pro" },
    billed: { meter: "meter-calls", overage: true },
  }),
});

const now = new Date("2026-06-15T12:00:00.000Z");
const days = (count: number): string => new Date(now.getTime() + count * 86_400_000).toISOString();

const subscription = (changes: Partial<SubscriptionHolding> = {}): Holdings => ({
  ...noHoldings,
  subscriptions: [
    {
      id: "subscription",
      productId: "product-pro",
      status: "active",
      periodStart: days(-10),
      periodEnd: days(20),
      endsAt: null,
      ...changes,
    },
  ],
});
const balance = (units: number): Holdings => ({
  ...noHoldings,
  balances: [{ meterId: "meter-calls", consumed: null, version: "2026-01-01T00:00:00.0000002Z", balance: units }],
});

const asked = (name: string, holdings: readonly Holdings[], units?: number) =>
  judge(catalogue, name, holdings, { now, units });

describe("judge", () => {
  test("an owner without anything has never bought it", () => {
    expect(asked("pro", [])).toEqual({ has: false, because: "never-bought" });
    expect(asked("pro", [noHoldings])).toEqual({ has: false, because: "never-bought" });
  });

  test("an active subscription of any listed product counts, and has no end", () => {
    const verdict = { has: true, because: "subscription", source: "subscription", until: null, balance: null };
    expect(asked("pro", [subscription()])).toEqual(verdict);
    expect(asked("pro", [subscription({ productId: "product-yearly" })])).toEqual(verdict);
    expect(asked("pro", [subscription({ productId: "product-book" })]).has).toBe(false);
  });

  test("an active subscription counts after its period, until an event of the provider says otherwise", () => {
    expect(asked("pro", [subscription({ periodEnd: days(-1) })]).has).toBe(true);
  });

  test("a subscription on trial counts", () => {
    expect(asked("pro", [subscription({ status: "trialing" })])).toMatchObject({ has: true, because: "trial" });
  });

  test.each(["active", "trialing", "canceled"])(
    "a subscription that is %s and ends on a day counts until then",
    (status) => {
      const until = new Date(days(1));
      expect(asked("pro", [subscription({ status, endsAt: days(1) })])).toMatchObject({ has: true, until });
      expect(asked("pro", [subscription({ status, endsAt: days(0) })])).toEqual({ has: false, because: "ended" });
    },
  );

  test.each([
    ["canceled", "ended"],
    ["incomplete", "ended"],
    ["incomplete_expired", "ended"],
    ["unpaid", "past-due"],
    ["past_due", "past-due"],
    ["on_the_moon", "unknown-status"],
  ])("a subscription that is %s does not count: %s", (status, because) => {
    expect(asked("pro", [subscription({ status })])).toEqual({ has: false, because });
  });

  test("a failed payment counts for the days of grace after what was paid, also if the next period has begun", () => {
    const due = (start: number, end: number) =>
      asked("patient", [subscription({ status: "past_due", periodStart: days(start), periodEnd: days(end) })]);
    expect(due(-2, 28)).toMatchObject({ has: true, because: "grace", until: new Date(days(1)) });
    expect(due(-3, 27)).toEqual({ has: false, because: "past-due" });
    expect(due(-32, -2)).toMatchObject({ has: true, because: "grace", until: new Date(days(1)) });
    expect(due(-33, -3)).toEqual({ has: false, because: "past-due" });
  });

  test("an order counts while it is not refunded in full", () => {
    const order = (isPaid: boolean): Holdings => ({
      ...noHoldings,
      orders: [{ id: "order", productId: "product-book", isPaid }],
    });
    expect(asked("book", [order(true)])).toMatchObject({ has: true, because: "order", source: "order", until: null });
    expect(asked("book", [order(false)])).toEqual({ has: false, because: "ended" });
  });

  test("a grant counts while it is granted", () => {
    const grant = (isGranted: boolean): Holdings => ({
      ...noHoldings,
      grants: [{ id: "grant", benefitId: "benefit-export", isGranted }],
    });
    expect(asked("export", [grant(true)])).toMatchObject({ has: true, because: "benefit", source: "grant" });
    expect(asked("export", [grant(false)])).toEqual({ has: false, because: "ended" });
  });

  test("units on a meter count if as many are left as asked for", () => {
    const both = (units: number) => [subscription(), balance(units)];
    expect(asked("calls", both(3))).toMatchObject({ has: true, because: "balance", source: "meter-calls", balance: 3 });
    expect(asked("calls", both(3), 3).has).toBe(true);
    expect(asked("calls", both(3), 4)).toEqual({ has: false, because: "no-balance" });
    expect(asked("calls", both(0))).toEqual({ has: false, because: "no-balance" });
    expect(asked("calls", both(0.5)).has).toBe(true);
    expect(asked("billed", [balance(-7)], 100)).toMatchObject({ has: true, balance: -7 });
  });

  test("an entitlement that needs another is refused for the other's reason, and ends with it", () => {
    expect(asked("calls", [balance(5)])).toEqual({ has: false, because: "never-bought" });
    const ending = subscription({ endsAt: days(2) });
    expect(asked("calls", [ending, balance(5)])).toMatchObject({ has: true, until: new Date(days(2)) });
  });

  test("of several sources the last to end is answered; of several refusals what the owner can mend", () => {
    const ending = subscription({ id: "ending", endsAt: days(2) });
    const later = subscription({ id: "later", endsAt: days(9) });
    expect(asked("pro", [ending, later])).toMatchObject({ source: "later" });
    expect(asked("pro", [later, subscription({ id: "endless" }), ending])).toMatchObject({ source: "endless" });
    const refusals = [subscription({ status: "canceled" }), subscription({ status: "unpaid" })];
    expect(asked("pro", refusals)).toEqual({ has: false, because: "past-due" });
  });

  test("a name that the app does not have is an error", () => {
    expect(() => asked("prp", [])).toThrow("There is no entitlement prp");
    expect(() => asked("constructor", [])).toThrow("There is no entitlement constructor");
  });
});
