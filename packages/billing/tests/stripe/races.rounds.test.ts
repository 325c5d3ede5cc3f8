import { planMigration } from "@keyhold/adapter-kysely";
import { memory } from "@keyhold/adapter-memory";
import { billing, billingHandlers } from "@keyhold/billing";
import { stripe } from "@keyhold/billing/stripe";
import { createAuth } from "@keyhold/core";
import type { Adapter, Database } from "@keyhold/core/adapter";
import { contextOf } from "@keyhold/core/tools";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { afterAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { repeats } from "../../../../tests/harness/repeats.ts";
import { mirrorRows } from "../mirror/rows.ts";
import { insertUsers } from "../mirror/users.ts";
import { patientClient, patientDesk } from "../patience.ts";
import { secret, signatureOf } from "./shop.ts";

/* Deliveries in several processes, beside changes at the provider, make the rows of the provider's state. */

const services = inject("services");
const timeout = 600_000;

type Desk = Awaited<ReturnType<typeof startShop>>;

const startShop = (seed: string) =>
  startBillingProvider({
    ...patientDesk,
    dialect: "stripe",
    products: {
      pro: { name: "Pro", price: 1200, interval: "month" },
      yearly: { name: "Yearly", price: 12_000, interval: "year" },
      book: { name: "Book", price: 1500 },
    },
    webhookSecret: secret,
    seed,
  });

const open = (database: Database, provider: ReturnType<typeof stripe> | null, paid: string[] = []) => {
  const handlers = billingHandlers().on("order.paid", ({ data }) => void paid.push(data.id));
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "https://app.example.com",
    database,
    plugins: [billing({ webhook: { secret, handlers }, provider, mirror: true })] as const,
    log: () => undefined,
  });
  const { db } = contextOf(auth) ?? expect.fail();
  return { auth, db: db as unknown as Adapter };
};

const providerOf = ({ accessToken, origin }: Pick<Desk, "accessToken" | "origin">) =>
  stripe({ ...patientClient, apiKey: accessToken, baseURL: origin, retryMilliseconds: 1, requestsPerMinute: 100_000 });

/** The rows without what a read says about itself. */
const comparable = (rows: Awaited<ReturnType<typeof mirrorRows>>): object =>
  Object.fromEntries(
    ["billingCustomer", "billingSubscription", "billingOrder"].map((name) => [
      name,
      (rows[name] ?? [])
        .map((row) => ({ ...row, version: null, wire: null, ownerVersion: null }) as Readonly<Record<string, unknown>>)
        .toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
    ]),
  );

/** Delivers an event, again after 503 as the provider does: a database gives up a lock that many deliveries wait for. */
async function deliver(auth: Pick<ReturnType<typeof open>["auth"], "handler">, body: string): Promise<number> {
  const headers = { "content-type": "application/json", "stripe-signature": signatureOf(body) };
  const url = "https://app.example.com/api/auth/billing/webhook";
  const { status } = await auth.handler(new Request(url, { method: "POST", headers, body }));
  return status === 503 ? deliver(auth, body) : status;
}

describe.each(databaseTypes(services))("on %s", (type) => {
  const opened: { close(): Promise<unknown> }[] = [];
  afterAll(async () => {
    for (const one of opened) await one.close();
  });

  /** A database of its own, and two connections to it, as of two processes. */
  async function twoProcesses(desk: Desk, paid: string[]) {
    const place = await freshDatabase(type, services);
    const databases = [openDatabase(place), openDatabase(place)] as const;
    await (await planMigration(databases[0], open(databases[0], providerOf(desk)).auth.schema)).apply();
    opened.push(...databases, { close: () => place.drop() });
    return databases.map((database) => open(database, providerOf(desk), paid));
  }

  test("sixteen deliveries of each event, in any order and beside changes, reach the provider's state, and pay once", {
    timeout,
  }, async () => {
    for (let round = 0; round < repeats(10, 1); round += 1) {
      const desk = await startShop(`deliveries at once ${type} ${round}`);
      const paid: string[] = [];
      const processes = await twoProcesses(desk, paid);
      const [first] = processes;
      if (!first) throw new Error("There are two.");
      const owners = ["ada", "bob"];
      await insertUsers(first.db, ...owners);
      const provider = providerOf(desk);
      const waiting: Promise<number>[] = [];
      let told = 0;
      /** Delivers what happened since the last call, the newest first, eight times by each process. */
      const tell = (): void => {
        for (const { body } of desk.events.slice(told).reverse()) {
          for (let turn = 0; turn < 8; turn += 1) {
            for (const { auth } of processes) waiting.push(deliver(auth, body));
          }
        }
        told = desk.events.length;
      };
      for (const externalCustomerId of owners) {
        const buy = async (product: "pro" | "book") => {
          const successUrl = "https://app.example.com/paid";
          const products = [desk.products[product]];
          const { url } = await provider.checkouts.create({ products, externalCustomerId, successUrl });
          await desk.pay(url ?? "");
          tell();
        };
        await buy("pro");
        await buy("book");
        const [subscription] = (await provider.subscriptions.list({ ownerId: externalCustomerId })).items;
        const id = String(subscription?.id);
        await provider.subscriptions.change(id, { productId: desk.products.yearly, prorationBehavior: "invoice" });
        tell();
        await provider.subscriptions.cancel(id);
        tell();
        if (externalCustomerId === "bob") await provider.subscriptions.revoke(id);
        tell();
      }
      const statuses = new Set(await Promise.all(waiting));
      expect([...statuses].filter((status) => ![200, 202, 409].includes(status))).toEqual([]);
      for (const { auth } of processes) await auth.idle();
      const invoices = (await provider.orders.list({ limit: 100 })).items.map(({ id }) => id);
      expect(paid.toSorted()).toEqual(invoices.toSorted());
      const alone = open(memory(), providerOf(desk));
      await insertUsers(alone.db, ...owners);
      await alone.auth.api.billing.syncAll({});
      expect(comparable(await mirrorRows(first.db))).toEqual(comparable(await mirrorRows(alone.db)));
      await desk.stop();
    }
  });
});
