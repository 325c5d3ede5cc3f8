import { createServer } from "node:http";
import { planMigration } from "@keyhold/adapter-kysely";
import { memory } from "@keyhold/adapter-memory";
import { billing, billingCustomerModel, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { createAuth } from "@keyhold/core";
import type { Adapter, Database } from "@keyhold/core/adapter";
import { nodeHandler } from "@keyhold/core/node";
import { userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { afterAll, describe, expect, inject, test } from "vitest";
import { close, listen } from "../../../tests/harness/auth-server.ts";
import { orderWire } from "../../../tests/harness/billing/purchases.ts";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { raceRounds, repeats } from "../../../tests/harness/repeats.ts";
import { deliverEvents } from "./mirror/deliver.ts";
import { mirrorRows } from "./mirror/rows.ts";
import { insertUsers } from "./mirror/users.ts";
import { patientClient, patientDesk } from "./patience.ts";

/* Readings of the provider, deliveries and deletions at once make the rows of one order. */

const secret = "polar_whs_of_the_provider_for_tests";
const services = inject("services");
const timeout = 600_000;

function open(database: Database, provider: ReturnType<typeof polar> | null, ran: string[] = []) {
  const handlers = billingHandlers().on("*", (_, { id }) => void ran.push(id));
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "https://app.example.com",
    database,
    plugins: [billing({ webhook: { secret, handlers }, provider, mirror: true })] as const,
    log: () => undefined,
  });
  const ctx = contextOf(auth) ?? expect.fail();
  return { auth, ctx, db: ctx.db as unknown as Adapter };
}

type Rows = Awaited<ReturnType<typeof mirrorRows>>;

/** Products, benefits and balances come from events in part, and from lists as a whole. */
const comparable = (rows: Rows): object =>
  Object.fromEntries(
    Object.entries(rows).map(([name, list]) => [
      name,
      list.map((row) => {
        const { version, wire, offer, ...columns } = row as {
          readonly version: string;
          readonly wire: unknown;
          readonly offer?: unknown;
        };
        const isPart = ["billingProduct", "billingBenefit", "billingMeterBalance"].includes(name);
        return isPart ? { ...columns, version: version.slice(0, -2) } : { ...columns, version, wire, offer };
      }),
    ]),
  );

async function startShop(seed: string) {
  const desk = await startBillingProvider({
    ...patientDesk,
    meters: { calls: { name: "API calls" } },
    benefits: { credit: { type: "meter_credit", description: "100 calls", meter: "calls", units: 100 } },
    products: {
      pro: { name: "Pro", price: 1200, interval: "month", benefits: ["credit"] },
      book: { name: "Book", price: 1500 },
    },
    webhookSecret: secret,
    seed,
  });
  const { accessToken, origin: baseURL } = desk;
  const provider = polar({ ...patientClient, accessToken, baseURL, retryMilliseconds: 1, requestsPerMinute: 100_000 });
  async function buy(ownerId: string, product: keyof typeof desk.products): Promise<void> {
    const { url } = await provider.checkouts.create({
      products: [desk.products[product]],
      externalCustomerId: ownerId,
    });
    await desk.pay(url ?? "", { email: `${ownerId}@example.com` });
  }
  /** The rows that reading everything makes in an empty database. */
  async function rowsRead(...owners: readonly string[]): Promise<Rows> {
    const { auth, db } = open(memory(), provider);
    await insertUsers(db, ...owners);
    await auth.api.billing.syncAll({});
    return mirrorRows(db);
  }
  return { desk, provider, buy, rowsRead };
}

describe.each(databaseTypes(services))("on %s", (type) => {
  let place: Awaited<ReturnType<typeof freshDatabase>>;
  const opened: { close(): Promise<unknown> }[] = [];

  /** A database of its own, and so many connections to it, as of several processes. */
  async function connections(count: number): Promise<readonly Database[]> {
    place = await freshDatabase(type, services);
    const fresh = place;
    const all = Array.from({ length: count }, () => openDatabase(fresh));
    const [first] = all;
    if (!first) throw new Error("No connection was asked for.");
    await (await planMigration(first, open(first, null).auth.schema)).apply();
    opened.push(...all, { close: () => fresh.drop() });
    return all;
  }
  afterAll(async () => {
    for (const one of opened) await one.close();
  });

  test("sixteen deliveries of one event run the handler once, and write the rows of one", { timeout }, async () => {
    const [database] = await connections(1);
    const ran: string[] = [];
    const { auth, db } = open(database ?? expect.fail(), null, ran);
    const body = JSON.stringify({ type: "order.paid", data: orderWire });
    for (let round = 0; round < repeats(50, 8); round += 1) {
      const id = `event-${round}`;
      const headers = await signWebhook({ secret, id, sentAt: new Date(), body });
      const url = "https://app.example.com/api/auth/billing/webhook";
      const answers = await Promise.all(
        Array.from({ length: 16 }, async () => auth.handler(new Request(url, { method: "POST", headers, body }))),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      expect(ran.filter((one) => one === id)).toHaveLength(1);
    }
    const alone = open(memory(), null);
    await deliverEvents(alone.auth, [{ type: "order.paid", data: orderWire }], { secret });
    expect(await mirrorRows(db)).toEqual(await mirrorRows(alone.db));
  });

  test("syncCustomer beside webhooks makes the rows that reading everything makes", { timeout }, async () => {
    const [database] = await connections(1);
    for (let round = 0; round < raceRounds; round += 1) {
      const { desk, provider, buy, rowsRead } = await startShop(`sync beside webhooks ${type} ${round}`);
      const { auth, db } = open(database ?? expect.fail(), provider);
      const server = createServer(nodeHandler(auth));
      desk.sendWebhooksTo(`${await listen(server)}/api/auth/billing/webhook`);
      desk.deliver({ order: "at-once", duplicates: 1, stale: true });
      const owners = [`ada-${round}`, `bob-${round}`];
      await insertUsers(db, ...owners);
      const readings: Promise<unknown>[] = [];
      for (const owner of owners) {
        await buy(owner, "pro");
        await buy(owner, "book");
        await provider.customers.update(owner, { name: `${owner} again` });
        for (const userId of [owner, ...owners]) readings.push(auth.api.billing.syncCustomer({ userId }));
        const [subscription] = (await provider.subscriptions.list({ ownerId: owner })).items;
        await provider.subscriptions.revoke(String(subscription?.id));
      }
      await Promise.all(readings);
      await desk.delivered();
      await auth.idle();
      const made = await mirrorRows(db);
      const read = await rowsRead(...owners);
      const ids = new Set(Object.values(read).flatMap((rows) => rows.map((row) => Reflect.get(row, "id"))));
      const ofRound = Object.fromEntries(
        Object.entries(made).map(([name, rows]) => [name, rows.filter((row) => ids.has(Reflect.get(row, "id")))]),
      );
      expect(comparable(ofRound)).toEqual(comparable(read));
      await desk.stop();
      await close(server);
    }
  });

  test("syncAll in two processes at once makes the rows of one", { timeout }, async () => {
    const { desk, provider, buy, rowsRead } = await startShop(`sync all twice ${type}`);
    const owners = Array.from({ length: 6 }, (_, index) => `user-${index}`);
    for (const [index, owner] of owners.entries()) await buy(owner, index % 2 === 0 ? "pro" : "book");
    const expected = await rowsRead(...owners);
    for (let round = 0; round < raceRounds; round += 1) {
      const processes = (await connections(2)).map((database) => open(database, provider));
      const [first, second] = processes;
      if (!first || !second) throw new Error("There are two.");
      await insertUsers(first.db, ...owners);
      await Promise.all(processes.map(({ auth }) => auth.api.billing.syncAll({})));
      expect(await mirrorRows(second.db)).toEqual(expected);
      expect((await first.auth.api.billing.syncAll({})).written).toBe(0);
    }
    await desk.stop();
  });

  test("the deletion of a user beside events that name another owner removes nothing of the other owner", {
    timeout,
  }, async () => {
    const [database] = await connections(1);
    const { auth, ctx, db } = open(database ?? expect.fail(), null);
    for (let round = 0; round < repeats(50, 8); round += 1) {
      const [ada, bob, id] = [`ada-${round}`, `bob-${round}`, `customer-${round}`];
      await insertUsers(db, ada, bob);
      const at = (second: number, external_id: string) => ({
        ...orderWire.customer,
        id,
        external_id,
        modified_at: `2026-05-04T09:30:0${second}.000000Z`,
      });
      const order = (name: string, customer: object) => ({
        type: "order.paid",
        data: { ...orderWire, id: `order-${round}-${name}`, customer_id: id, customer },
      });
      await deliverEvents(auth, [order("first", at(1, ada))], { secret });
      const named = Array.from({ length: 15 }, (_, index) => order(`bob-${index}`, at(2 + (index % 3), bob)));
      const deletion = async () => {
        for (let turn = 0; turn < round % 8; turn += 1) await db.find(userModel, { id: "none" });
        await ctx.transactionOn(userModel, ada, (tx, user) => deleteUser(tx, user));
      };
      await Promise.all([
        deliverEvents(auth, [...named, order("late", at(1, ada))], { secret, together: 16 }),
        deletion(),
      ]);
      const rows = await mirrorRows(db);
      expect(rows.billingCustomer?.find((row) => Reflect.get(row, "id") === id)).toMatchObject({
        ownerId: bob,
        email: "ada@example.com",
        erasedAt: null,
        ownerVersion: "2026-05-04T09:30:04.000000Z",
      });
      const orders = rows.billingOrder?.filter((row) => Reflect.get(row, "customerId") === id) ?? [];
      expect(orders.length).toBeGreaterThanOrEqual(15);
    }
  });

  test("a customer that gets another owner while the deletion waits for its row is not erased", {
    timeout,
  }, async () => {
    const [database] = await connections(1);
    const { auth, ctx, db } = open(database ?? expect.fail(), null);
    await insertUsers(db, "ada", "bob");
    const customer = { ...orderWire.customer, external_id: "ada" };
    await deliverEvents(auth, [{ type: "order.paid", data: { ...orderWire, customer } }], { secret });
    let deletion: Promise<unknown> = Promise.resolve();
    await ctx.transactionOn(billingCustomerModel, "customer-1", async (tx) => {
      deletion = ctx.transactionOn(userModel, "ada", (inner, user) => deleteUser(inner, user));
      // The deletion has found the customer by now, or waits until this transaction ends.
      for (let turn = 0; turn < 50; turn += 1) await tx.db.find(billingCustomerModel, { id: "customer-1" });
      await tx.db.update(billingCustomerModel, "customer-1", { ownerId: "bob" });
    });
    await deletion;
    const rows = await mirrorRows(db);
    expect(rows.billingCustomer).toMatchObject([{ ownerId: "bob", erasedAt: null }]);
    expect(rows.billingOrder).toHaveLength(1);
  });
});
