import { planMigration } from "@keyhold/adapter-kysely";
import { memory } from "@keyhold/adapter-memory";
import {
  type BillingOptions,
  type BillingPluginEvent,
  billing,
  billingHandlers,
  billingOrderModel,
  billingRefundModel,
  billingSubscriptionModel,
} from "@keyhold/billing";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { createAuth } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { contextOf } from "@keyhold/core/tools";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { orderWire, refundOf, subscriptionWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";

/* Signed deliveries with values that no database, or not every database, stores. */

const services = inject("services");
const { customer } = orderWire;
const stamps = { created_at: customer.created_at, modified_at: null };
const benefit = {
  ...stamps,
  id: "benefit-1",
  type: "custom",
  description: "A note",
  selectable: true,
  deletable: true,
  organization_id: "merchant-1",
  metadata: {},
  properties: { note: null },
};
const grant = {
  ...stamps,
  id: "grant-1",
  granted_at: null,
  is_granted: true,
  revoked_at: null,
  is_revoked: false,
  subscription_id: null,
  order_id: null,
  customer_id: "customer-1",
  benefit_id: "benefit-1",
  customer,
  properties: {},
  benefit,
  previous_properties: null,
};
const meter = { ...stamps, id: "balance-1", meter_id: "meter-1", consumed_units: 1, credited_units: 2, balance: 1 };
const state = { ...customer, active_subscriptions: [], granted_benefits: [], active_meters: [meter] };

/** An event of each table, with the fields that become columns; a path leads into an embedded entity. */
const events: readonly {
  readonly type: string;
  readonly data: object;
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly dates: readonly string[];
  readonly numbers: readonly string[];
}[] = [
  {
    type: "customer.updated",
    data: customer,
    ids: ["id", "external_id"],
    texts: ["email"],
    dates: ["created_at", "modified_at", "deleted_at"],
    numbers: [],
  },
  {
    type: "product.updated",
    data: subscriptionWire.product,
    ids: ["id"],
    texts: ["name", "recurring_interval"],
    dates: ["created_at", "modified_at"],
    numbers: [],
  },
  {
    type: "benefit.updated",
    data: benefit,
    ids: ["id"],
    texts: ["type", "description"],
    dates: ["created_at", "modified_at"],
    numbers: [],
  },
  {
    type: "subscription.updated",
    data: subscriptionWire,
    ids: ["id", "customer_id", "product_id", "customer.id", "product.id"],
    texts: ["status", "currency", "recurring_interval"],
    dates: ["created_at", "modified_at", "current_period_start", "current_period_end", "ends_at", "ended_at"].concat(
      "customer.created_at",
      "product.modified_at",
    ),
    numbers: ["amount"],
  },
  {
    type: "order.updated",
    data: orderWire,
    ids: ["id", "customer_id", "product_id", "subscription_id"],
    texts: ["status", "currency", "billing_reason"],
    dates: ["created_at", "modified_at"],
    numbers: ["net_amount", "total_amount", "refunded_amount"],
  },
  {
    type: "refund.updated",
    data: refundOf("order-1", "refund-1"),
    ids: ["id", "customer_id", "order_id"],
    texts: ["status", "currency"],
    dates: ["created_at", "modified_at"],
    numbers: ["amount"],
  },
  {
    type: "benefit_grant.updated",
    data: grant,
    ids: ["id", "customer_id", "benefit_id", "subscription_id", "order_id", "benefit.id"],
    texts: [],
    dates: ["created_at", "modified_at", "granted_at", "revoked_at"],
    numbers: [],
  },
  {
    type: "customer.state_changed",
    data: state,
    ids: ["id", "active_meters.0.meter_id"],
    texts: ["email"],
    dates: ["created_at", "modified_at", "active_meters.0.created_at", "active_meters.0.modified_at"],
    numbers: ["active_meters.0.consumed_units", "active_meters.0.credited_units", "active_meters.0.balance"],
  },
];

/** A number of JSON that no number of JavaScript is: written into the body as it stands. */
const raw = (json: string): string => `raw:${json}`;
const bodyOf = (event: object): string =>
  JSON.stringify(event).replaceAll(/"raw:((?:[^"\\]|\\.)*)"/g, (_, json: string) => JSON.parse(`"${json}"`));

type Outcome = "handled" | "undecodable";
/** Each value with what becomes of an event that has it. */
const strange: Readonly<Record<"ids" | "texts" | "dates" | "numbers", readonly (readonly [unknown, Outcome])[]>> = {
  dates: [
    ["+010000-01-01T00:00:00Z", "undecodable"],
    ["10000-01-01T00:00:00Z", "undecodable"],
    ["9999-12-31T23:59:59.999999Z", "handled"],
    ["9999-12-31T23:59:59.999-12:00", "undecodable"],
    ["9999-12-31T23:59:59.999+14:00", "handled"],
    ["0001-01-01T00:00:00Z", "handled"],
    ["0001-01-01T00:00:00+01:00", "undecodable"],
    ["0000-12-31T23:59:59Z", "undecodable"],
    ["0000-01-01T00:00:00+12:00", "undecodable"],
    ["-000001-01-01T00:00:00Z", "undecodable"],
    ["0999-12-31T23:59:59Z", "handled"],
    ["1969-12-31T23:59:59.5Z", "handled"],
    ["2026-06-30T23:59:60Z", "undecodable"],
    ["2026-02-30T00:00:00Z", "undecodable"],
    ["2026-05-04T09:30:00.1234567Z", "handled"],
    ["2026-05-04T09:30:00.123456789012Z", "handled"],
    ["2026-05-04T09:30:00.1+05:45", "handled"],
    ["2026-05-04T09:30:00-23:59", "handled"],
    ["", "undecodable"],
    [0, "undecodable"],
  ],
  ids: [
    ["", "undecodable"],
    [" ", "handled"],
    ["x".repeat(37), "handled"],
    ["😀".repeat(127), "handled"],
    ["x".repeat(255), "handled"],
    ["x".repeat(256), "undecodable"],
    ["x".repeat(70_000), "undecodable"],
    ["a\0b", "undecodable"],
    ["\ud800", "undecodable"],
    ["__proto__", "handled"],
    [7, "undecodable"],
  ],
  texts: [
    ["", "handled"],
    ["x".repeat(70_000), "handled"],
    ["a\0b", "handled"],
    ["\0", "handled"],
    ["\ud800", "handled"],
    [`${"x".repeat(254)}😀`, "handled"],
    ["😀".repeat(128), "handled"],
    ["\u202e", "handled"],
    [{}, "undecodable"],
  ],
  numbers: [
    [Number.MAX_SAFE_INTEGER, "handled"],
    [-Number.MAX_SAFE_INTEGER, "handled"],
    [-1, "handled"],
    [raw("-0"), "handled"],
    [raw("1e400"), "undecodable"],
    ["1", "undecodable"],
  ],
};

/** Only amounts and credits are whole numbers. */
const wholeNumbers: readonly (readonly [unknown, Outcome])[] = [
  [raw("9007199254740993"), "undecodable"],
  [raw("-9007199254740993"), "undecodable"],
  [raw("1e21"), "undecodable"],
  [0.5, "undecodable"],
];

const isFractional = (path: string): boolean => /consumed_units|balance/.test(path);
/** An external id that is no id of an owner makes a customer without an owner, and no column is the id of a meter's row. */
const outcomeAt = (path: string, value: unknown, outcome: Outcome): Outcome =>
  path === "external_id" && typeof value === "string" ? "handled" : outcome;

function changed(data: object, path: string, value: unknown): object {
  const copy = structuredClone(data);
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  const place = steps.reduce<Record<string, unknown>>(
    (at, step) => at[step] as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  place[last] = value;
  return copy;
}

const nested = (levels: number): unknown => JSON.parse(`${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`);

describe.each(databaseTypes(services))("on %s a signed delivery", (type) => {
  const opened: { close: () => Promise<unknown> } = { close: async () => undefined };
  let sent = 0;
  let send = async (_: string, __: object): Promise<{ status: number; outcome: unknown }> => expect.fail();
  let db: Adapter;

  beforeAll(async () => {
    const fresh = await freshDatabase(type, services);
    const database = openDatabase(fresh);
    const auth = createAuth({
      secret: "only for this test: 4f9b7c21d8e3a650",
      baseURL: "https://app.example.com",
      database,
      plugins: [billing({ webhook: { secret, handlers: billingHandlers() }, mirror: true })] as const,
      log: () => undefined,
    });
    await (await planMigration(database, auth.schema)).apply();
    db = (contextOf(auth) ?? expect.fail()).db as unknown as Adapter;
    send = async (eventType, data) => {
      sent += 1;
      const body = bodyOf({ type: eventType, data });
      const headers = await signWebhook({ secret, id: `event-${sent}`, sentAt: new Date(), body });
      const url = "https://app.example.com/api/auth/billing/webhook";
      const response = await auth.handler(new Request(url, { method: "POST", headers, body }));
      const answer = (await response.json()) as { readonly status?: unknown };
      await auth.idle();
      return { status: response.status, outcome: answer.status };
    };
    opened.close = async () => {
      await database.close();
      await fresh.drop();
    };
  });
  afterAll(() => opened.close());

  test.each(events)(
    "of $type is handled, or kept as undecodable, whatever its columns have",
    {
      timeout: 120_000,
    },
    async ({ type: eventType, data, ...columns }) => {
      for (const kind of ["ids", "texts", "dates", "numbers"] as const) {
        for (const path of columns[kind]) {
          const whole = kind === "numbers" && !isFractional(path) ? wholeNumbers : [];
          for (const [value, outcome] of [...strange[kind], ...whole]) {
            const own = path === "id" ? data : changed(data, "id", `${eventType}-${sent}`);
            const answer = await send(eventType, changed(own, path, value));
            const expected = outcomeAt(path, value, outcome);
            const what = `${path}: ${JSON.stringify(value).slice(0, 60)}`;
            expect({ what, ...answer }).toEqual({
              what,
              status: expected === "handled" ? 200 : 202,
              outcome: expected,
            });
          }
        }
      }
    },
  );

  test("is stored with the values that it had", async () => {
    const id = "stored".padEnd(255, "x");
    const period = ["0999-12-31T23:59:59.000Z", "9999-12-31T23:59:59.999Z"] as const;
    const [current_period_start, current_period_end] = period;
    const amount = -Number.MAX_SAFE_INTEGER;
    const data = { ...subscriptionWire, id, current_period_start, current_period_end, amount };
    expect(await send("subscription.updated", { ...data, status: `${"s".repeat(254)}😀\0` })).toMatchObject({
      status: 200,
    });
    expect(await db.find(billingSubscriptionModel, { id })).toMatchObject({
      id,
      amount,
      currentPeriodStart: new Date(period[0]),
      currentPeriodEnd: new Date(period[1]),
      status: `${"s".repeat(254)}\ufffd`,
    });
  });

  test.each([30, 60, 120, 240])("with %i levels of unknown data is stored", async (levels) => {
    const id = `deep-${levels}`;
    const unknown = { newer_field: nested(levels), newer_text: "\0\ud800" };
    expect(await send("refund.updated", { ...refundOf("order-1", "r"), id, ...unknown })).toMatchObject({
      status: 200,
    });
    const row = await db.find(billingRefundModel, { id });
    expect(row).toMatchObject({ wire: unknown });
  });

  test("with a megabyte of metadata is stored", async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 9000 }, (_, index) => [`key ${index}\0\ud800`, "v".repeat(80)]),
    );
    expect(await send("order.updated", { ...orderWire, id: "huge", metadata })).toMatchObject({ status: 200 });
    expect(await db.find(billingOrderModel, { id: "huge" })).toMatchObject({
      wire: { metadata },
    });
  });
});

test("an event that is set aside is told with its column, without the value, and is read again", async () => {
  const told: BillingPluginEvent[] = [];
  const database = memory();
  const seen: string[] = [];
  const handlers = billingHandlers().on("*", ({ type }) => seen.push(String(type)));
  const open = (mirror: boolean) =>
    createAuth({
      secret: "only for this test: 4f9b7c21d8e3a650",
      baseURL: "https://app.example.com",
      database,
      plugins: [billing({ webhook: { secret, handlers }, mirror } as BillingOptions)],
      onEvent: (event) => void told.push(event as BillingPluginEvent),
      log: () => undefined,
    });
  const auth = open(true);
  const data = { ...subscriptionWire, ends_at: "9999-12-31T23:59:59-12:00" };
  const body = JSON.stringify({ type: "subscription.updated", data });
  const headers = await signWebhook({ secret, id: "event-1", sentAt: new Date(), body });
  const url = "https://app.example.com/api/auth/billing/webhook";
  expect((await auth.handler(new Request(url, { method: "POST", headers, body }))).status).toBe(202);
  await auth.idle();
  expect(told).toContainEqual({
    type: "webhook.undecodable",
    id: "event-1",
    eventType: "subscription.updated",
    reason: "subscription.updated: billingSubscription.endsAt has a value that no database stores.",
  });
  const { retryUndecodableEvents } = auth.api as typeof auth.api & {
    retryUndecodableEvents(input: object): Promise<object>;
  };
  expect(await retryUndecodableEvents({})).toMatchObject({ handled: 0, undecodable: 1 });
  expect(seen).toEqual([]);
  // As after an upgrade that can store the value: without the mirror there is no column.
  const without = open(false).api as typeof auth.api & { retryUndecodableEvents(input: object): Promise<object> };
  expect(await without.retryUndecodableEvents({})).toMatchObject({ handled: 1, undecodable: 0 });
  expect(seen).toEqual(["subscription.updated"]);
});
