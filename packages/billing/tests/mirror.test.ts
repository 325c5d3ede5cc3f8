import {
  type BillingPluginEvent,
  billing,
  billingCustomerModel,
  billingHandlers,
  billingMeterBalanceModel,
  billingOrderModel,
  billingProductModel,
  billingSubscriptionModel,
  type MirroredEvent,
  webhookEventModel,
} from "@keyhold/billing";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { orderWire, refundOf, subscriptionWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { mirrorRows } from "./mirror/rows.ts";
import { insertUsers } from "./mirror/users.ts";

type Options = Partial<Parameters<typeof billing>[0]>;

function open(options: Options = {}) {
  const seen: MirroredEvent[] = [];
  const events: BillingPluginEvent[] = [];
  const faults = { left: 0 };
  const handlers = billingHandlers().on("*", (_, { row, previous, isStale }) => {
    seen.push({ row, previous, isStale });
    faults.left -= 1;
    if (faults.left >= 0) throw new Error("The handler fails.");
  });
  const fixture = createTestAuth({
    plugins: [billing({ webhook: { secret, handlers }, mirror: true, ...options })],
    config: { onEvent: (event) => void events.push(event as BillingPluginEvent) },
  });
  let sent = 0;
  async function send(type: string, data: object, id?: string): Promise<number> {
    sent += 1;
    const body = JSON.stringify({ type, data });
    const headers = await signWebhook({ secret, id: id ?? `event-${sent}`, sentAt: fixture.clock.now(), body });
    const url = "https://app.example.com/api/auth/billing/webhook";
    const { status } = await fixture.auth.handler(new Request(url, { method: "POST", headers, body }));
    await fixture.auth.idle();
    return status;
  }
  return { ...fixture, send, seen, events, faults };
}

const at = (fraction: string): string => `2026-05-04T09:30:01.${fraction}Z`;

describe("an event writes the mirror", () => {
  test("with the rows of what it embeds", async () => {
    const { send, db } = open();
    expect(
      await send("order.paid", { ...orderWire, subscription_id: "subscription-1", subscription: subscriptionWire }),
    ).toBe(200);
    expect(await db.find(billingOrderModel, { id: "order-1" })).toMatchObject({
      customerId: "customer-1",
      status: "paid",
      totalAmount: 2400,
      isRecurring: true,
      version: "2026-05-04T09:30:00.2500002Z",
    });
    expect(await db.find(billingCustomerModel, { id: "customer-1" })).toMatchObject({ email: "ada@example.com" });
    expect(await db.find(billingProductModel, { id: "product-1" })).toMatchObject({ name: "Two hundred credits" });
    expect(await db.find(billingSubscriptionModel, { id: "subscription-1" })).toMatchObject({ isActive: true });
  });

  test("and the whole entity replaces the part with the same version, in both orders", async () => {
    const part = {
      ...orderWire,
      subscription_id: "subscription-1",
      subscription: { ...subscriptionWire, modified_at: at("5") },
    };
    const whole = { ...subscriptionWire, modified_at: at("5"), custom_field_data: { size: "L" } };
    const [first, second] = [open(), open()];
    await first.send("order.paid", part);
    await first.send("subscription.updated", whole);
    await second.send("subscription.updated", whole);
    await second.send("order.paid", part);
    expect(await mirrorRows(first.db)).toEqual(await mirrorRows(second.db));
    const row = await first.db.find(billingSubscriptionModel, { id: "subscription-1" });
    expect(row?.wire).toMatchObject({ custom_field_data: { size: "L" } });
  });

  test("without the provider's form, with keep: columns", async () => {
    const { send, db } = open({ mirror: { keep: "columns" } });
    await send("order.paid", orderWire);
    expect(await db.find(billingOrderModel, { id: "order-1" })).toMatchObject({ wire: null, status: "paid" });
  });

  test("and an unknown status is kept, told, and not active", async () => {
    const { send, db, events } = open();
    expect(await send("subscription.updated", { ...subscriptionWire, status: "hibernating" })).toBe(200);
    expect(await db.find(billingSubscriptionModel, { id: "subscription-1" })).toMatchObject({
      status: "hibernating",
      isActive: false,
    });
    expect(events).toContainEqual({
      type: "mirror.drifted",
      model: "billingSubscription",
      id: "subscription-1",
      status: "hibernating",
    });
  });

  test("and a text that no database stores is stored without its NUL", async () => {
    const { send, db } = open();
    const product = { ...subscriptionWire.product, name: `Pro\0${"x".repeat(300)}` };
    expect(await send("product.updated", product)).toBe(200);
    expect((await db.find(billingProductModel, { id: "product-1" }))?.name).toBe(`Pro${"x".repeat(252)}`);
  });
});

test("each meter of each customer has a balance, and a deleted customer has no active subscription", async () => {
  const { auth, send, db } = open();
  const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
  const meterOf = (id: string) => ({ created_at: at("1"), modified_at: null, meter_id: id, consumed_units: 0.5 });
  const stateOf = (id: string, ownerId: string) => ({
    ...orderWire.customer,
    id,
    external_id: ownerId,
    active_subscriptions: [],
    granted_benefits: [],
    active_meters: ["calls", "exports"].map((meter) => ({ ...meterOf(meter), credited_units: 2, balance: 1.5 })),
  });
  await insertUsers(db, "bob");
  await send("customer.state_changed", stateOf("customer-1", user.id));
  await send("customer.state_changed", stateOf("customer-2", "bob"));
  const balances = await db.list(billingMeterBalanceModel, {}, { orderBy: "id", limit: 9 });
  expect(balances).toHaveLength(4);
  expect(balances).toContainEqual(
    expect.objectContaining({ customerId: "customer-2", meterId: "exports", balance: 1.5 }),
  );

  const customer = { ...orderWire.customer, external_id: user.id };
  await send("subscription.created", { ...subscriptionWire, customer });
  const state = () => auth.api.billing.state({}, { headers });
  expect(await state()).toMatchObject({ subscriptions: [{ status: "active" }], balances: [{}, {}] });
  await send("customer.deleted", { ...customer, modified_at: at("9"), deleted_at: at("9") });
  expect(await state()).toMatchObject({ subscriptions: [], balances: [], asOf: new Date(at("9")) });
  expect(await auth.api.customer.state({}, { headers })).toBe(null);
});

describe("a handler gets", () => {
  test("the row, the row before, and whether the event is late", async () => {
    const { send, seen } = open();
    await send("subscription.created", { ...subscriptionWire, modified_at: at("1") });
    await send("subscription.updated", { ...subscriptionWire, modified_at: at("3"), status: "past_due" });
    await send("subscription.updated", { ...subscriptionWire, modified_at: at("2") });
    expect(seen).toMatchObject([
      { row: { status: "active" }, previous: null, isStale: false },
      { row: { status: "past_due" }, previous: { status: "active" }, isStale: false },
      { row: { status: "past_due" }, previous: { status: "past_due" }, isStale: true },
    ]);
  });

  test("the same row before when it runs again, and the rows stay when it fails", async () => {
    const { send, seen, db, faults } = open();
    await send("subscription.created", { ...subscriptionWire, modified_at: at("1") });
    faults.left = 1;
    expect(
      await send("subscription.updated", { ...subscriptionWire, modified_at: at("2"), status: "past_due" }, "again"),
    ).toBe(500);
    expect(await db.find(billingSubscriptionModel, { id: "subscription-1" })).toMatchObject({ status: "past_due" });
    expect(
      await send("subscription.updated", { ...subscriptionWire, modified_at: at("2"), status: "past_due" }, "again"),
    ).toBe(200);
    expect(seen[2]).toEqual(seen[1]);
    expect(seen[2]?.previous).toMatchObject({ status: "active", wire: null, createdAt: expect.any(Date) });
    const kept = { eventId: "again" };
    // After the last handler the row before is not kept.
    expect(await db.find(webhookEventModel, kept)).toMatchObject({ status: "handled", previous: null });
  });

  test("no row for an event of a type without a table, and none without a mirror", async () => {
    const { send, seen } = open();
    expect(await send("wallet.created", { id: "wallet-1" })).toBe(200);
    expect(seen).toHaveLength(1);
    const without = open({ mirror: false });
    await without.send("refund.created", refundOf("order-1", "one"));
    for (const mirrored of [...seen, ...without.seen])
      expect(mirrored).toEqual({ row: null, previous: null, isStale: false });
    expect(without.seen).toHaveLength(1);
    expect([...without.auth.schema.models.keys()].filter((name) => name.startsWith("billing"))).toEqual([
      "billingWebhookEvent",
      "billingUndecodableEvent",
    ]);
    expect(Object.keys(without.auth.schema.models.get("billingWebhookEvent")?.columns ?? {})).not.toContain("previous");
  });
});
