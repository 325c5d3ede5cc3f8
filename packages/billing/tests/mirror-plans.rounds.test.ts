import { planMigration } from "@keyhold/adapter-kysely";
import { billing, billingHandlers } from "@keyhold/billing";
import { type Auth, createAuth } from "@keyhold/core";
import { contextOf } from "@keyhold/core/tools";
import { signInAs } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { orderWire, refundOf, subscriptionWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { type Noted, type NotingDatabase, openNoting } from "../../../tests/harness/noting-database.ts";
import { repeats } from "../../../tests/harness/repeats.ts";
import { deliverEvents } from "./mirror/deliver.ts";

const services = inject("services");
const owners = 200;
/** 100,000 in the scheduled workflow. */
const orderCount = inject("tier") === "quick" ? 4_000 : repeats(100_000, 20_000);

describe.each(databaseTypes(services))("the mirror on %s", (type) => {
  let fresh: FreshDatabase;
  let opened: NotingDatabase;
  let auth: Auth<readonly [ReturnType<typeof mirrored>]>;
  let headers: Headers;

  const mirrored = () =>
    billing({
      webhook: { secret, handlers: billingHandlers() },
      mirror: { keep: "all" },
      products: { pro: "product-1" },
      entitlements: { pro: { products: ["pro"] } },
    });

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    opened = openNoting(fresh);
    const { database } = opened;
    auth = createAuth({
      secret: "only for this test: 4f9b7c21d8e3a650",
      baseURL: "https://app.example.com",
      database,
      plugins: [mirrored()],
    });
    await (await planMigration(database, auth.schema)).apply();
    const { user, headers: sent } = await signInAs(auth, { email: "ada@example.com" });
    headers = new Headers(sent);
    const stamp = new Date("2026-05-04T09:30:00.000Z");
    const at = type === "sqlite" ? stamp.toISOString() : stamp;
    const common = { version: "2026-05-04T09:30:00.0000001Z", createdAt: at, wire: null, goneAt: null };
    const isTrue = (value: boolean) => (type === "sqlite" ? Number(value) : value);
    const insert = async (table: string, rows: readonly object[]) => {
      for (let begin = 0; begin < rows.length; begin += 500) {
        await database.kysely
          .insertInto(table)
          .values(rows.slice(begin, begin + 500))
          .execute();
      }
    };
    const ids = Array.from({ length: owners }, (_, index) => `customer-${index}`);
    const ownerOf = (index: number) => (index === 0 ? user.id : `user-${index}`);
    await insert(
      "billingCustomer",
      ids.map((id, index) => ({ ...common, id, ownerKind: "user", ownerId: ownerOf(index) })),
    );
    const amounts = { netAmount: 1, totalAmount: 1, refundedAmount: 0, currency: "usd" };
    await insert(
      "billingOrder",
      Array.from({ length: orderCount }, (_, index) => ({
        ...common,
        ...amounts,
        id: `order-${index}`,
        customerId: ids[index % owners],
        isRecurring: isTrue(index % 2 === 0),
        status: "paid",
      })),
    );
    await insert(
      "billingSubscription",
      Array.from({ length: owners * 10 }, (_, index) => ({
        ...common,
        id: `subscription-${index}`,
        customerId: ids[index % owners],
        productId: "product-1",
        status: "active",
        isActive: isTrue(index < owners),
        amount: 1,
        currency: "usd",
      })),
    );
    const holdings = JSON.stringify({ subscriptions: [], orders: [], grants: [], balances: [] });
    await insert(
      "billingHolding",
      Array.from({ length: owners * 10 }, (_, index) => ({
        id: `customer-${index}`,
        owner: index < owners ? ownerOf(index) : null,
        holdings,
        told: "[]",
        endsAt: null,
      })),
    );
    const tables = ["billingCustomer", "billingOrder", "billingSubscription", "billingHolding"];
    for (const table of tables) await opened.run(type === "mysql" ? `analyze table ${table}` : "analyze");
  }, 300_000);
  afterAll(async () => {
    await opened.close();
    await fresh.drop();
  });

  async function explained({ sql, parameters }: Noted): Promise<string> {
    const rows = await opened.run(`${type === "sqlite" ? "explain query plan" : "explain"} ${sql}`, parameters);
    return rows.map((row) => JSON.stringify(Object.values(row))).join("\n");
  }

  /** Signs of a scan of a whole table with many rows. */
  const slow = {
    sqlite: /SCAN billing(Customer|Order|Subscription|Holding)(?! USING (COVERING )?INDEX)/,
    postgres: /Seq Scan on "?billing(Customer|Order|Subscription|Holding)/,
    mysql: /"ALL"/,
  }[type];

  const isOfLarge = ({ sql }: Noted) =>
    /^select/i.test(sql) && /from .?billing(Customer|Order|Subscription|Holding).?\b/i.test(sql);

  async function expectIndexes(work: () => Promise<unknown>): Promise<number> {
    opened.noted.length = 0;
    await work();
    const statements = [...opened.noted];
    const large = statements.filter(isOfLarge);
    expect(large.length).toBeGreaterThan(0);
    for (const statement of large) expect(await explained(statement), statement.sql).not.toMatch(slow);
    return statements.filter(({ sql }) => /billing/.test(sql)).length;
  }

  test("a page of a list is read by its customer and an index, with two statements", async () => {
    const last = { page: Math.ceil(orderCount / owners / 100), limit: 100 };
    expect(await expectIndexes(() => auth.api.customer.orders.list(last, { headers }))).toBe(2);
    const active = { active: "true" } as const;
    // A third statement reads the products of the page.
    expect(await expectIndexes(() => auth.api.customer.subscriptions.list(active, { headers }))).toBe(3);
  });

  test("a list that goes on is counted by a further statement", async () => {
    const count = await expectIndexes(async () => {
      const { result } = await auth.api.customer.orders.list(
        { limit: 1, productBillingType: "recurring" },
        { headers },
      );
      expect(result.pagination.totalCount).toBe(orderCount / owners);
    });
    expect(count).toBe(3);
  });

  test("the state of an owner is read by indexes", async () => {
    expect(await expectIndexes(() => auth.api.billing.state({}, { headers }))).toBe(7);
  });

  test("an entitlement of an owner is read by one statement and an index", async () => {
    // The hourly work reads, too.
    await auth.api.billing.has({ entitlement: "pro" }, { headers });
    await auth.idle();
    expect(await expectIndexes(() => auth.api.billing.has({ entitlement: "pro", userId: "user-1" }))).toBe(1);
    expect(await expectIndexes(() => auth.api.billing.has({ entitlement: "pro" }, { headers }))).toBe(1);
  });

  test("what has ended by the clock is found by an index", async () => {
    const ctx = contextOf(auth) ?? expect.fail();
    await expectIndexes(async () => {
      for (const sweep of ctx.hooks("sweep")) await sweep(ctx);
    });
  });

  test("a webhook reads by indexes", async () => {
    const customer = { ...orderWire.customer, id: "customer-5" };
    const order = { ...orderWire, id: "order-5", customer_id: customer.id, customer };
    const events = [
      { type: "order.paid", data: order },
      { type: "refund.created", data: refundOf("order-5", "one", { customer_id: customer.id }) },
      { type: "subscription.updated", data: { ...subscriptionWire, id: "subscription-5", customer_id: customer.id } },
    ];
    await expectIndexes(() => deliverEvents(auth, events, { secret }));
  });
});
