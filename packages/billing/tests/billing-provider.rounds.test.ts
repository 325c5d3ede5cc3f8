import { createServer } from "node:http";
import { billing, billingHandlers, everyItem } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { type TolerantCustomer, versionOf } from "@keyhold/billing-schema";
import { nodeHandler } from "@keyhold/core/node";
import { defineModel, definePlugin, text } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { type DeliverOptions, startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, onTestFinished, test } from "vitest";
import { close, listen } from "../../../tests/harness/auth-server.ts";
import { repeats } from "../../../tests/harness/repeats.ts";
import { happen, lifeProducts } from "./lives.ts";
import { patientClient, patientDesk } from "./patience.ts";

/*
 * Random lives of a shop: `upsertIfNewer` makes the rows of the provider from its webhooks, in any order, repeated,
 * with older versions of what is embedded, and with dropped events that are sent later.
 */

const customerModel = defineModel("lifeCustomer", { id: text(), version: text(), name: text() });
const subscriptionModel = defineModel("lifeSubscription", { id: text(), version: text(), status: text() });
const orderModel = defineModel("lifeOrder", { id: text(), version: text(), status: text() });
const plugin = definePlugin({ id: "lives", models: [customerModel, subscriptionModel, orderModel] });

const customerRow = (data: TolerantCustomer) => ({ id: data.id, version: versionOf(data), name: String(data.name) });
const statusRow = (data: {
  readonly id: string;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
  readonly status: unknown;
}) => ({
  id: data.id,
  version: versionOf(data),
  status: String(data.status),
});

const handlers = billingHandlers()
  .on("customer.created", ({ data }, { commit }) => commit((tx) => tx.upsertIfNewer(customerModel, customerRow(data))))
  .on("customer.updated", ({ data }, { commit }) => commit((tx) => tx.upsertIfNewer(customerModel, customerRow(data))))
  .on("subscription.*", ({ data }, { commit }) =>
    commit(async (tx) => {
      await tx.upsertIfNewer(customerModel, customerRow(data.customer));
      await tx.upsertIfNewer(subscriptionModel, statusRow(data));
    }),
  )
  .on("order.*", ({ data }, { commit }) =>
    commit(async (tx) => {
      await tx.upsertIfNewer(customerModel, customerRow(data.customer));
      if (data.subscription) await tx.upsertIfNewer(subscriptionModel, statusRow(data.subscription));
      await tx.upsertIfNewer(orderModel, statusRow(data));
    }),
  );

async function openLife(seed: string, deliver: DeliverOptions) {
  const webhookSecret = "polar_whs_of_the_provider_for_tests";
  const { auth, clock, db } = createTestAuth({
    plugins: [plugin, billing({ webhook: { secret: webhookSecret, handlers } })],
  });
  const server = createServer(nodeHandler(auth));
  const app = await listen(server);
  const desk = await startBillingProvider({
    ...patientDesk,
    products: lifeProducts,
    webhookUrl: `${app}/api/auth/billing/webhook`,
    webhookSecret,
    clock,
    seed,
    deliver,
  });
  onTestFinished(async () => {
    await desk.stop();
    await close(server);
  });
  return {
    db,
    desk,
    provider: polar({
      ...patientClient,
      accessToken: desk.accessToken,
      baseURL: desk.origin,
      requestsPerMinute: 10_000,
    }),
  };
}

const byId = (rows: readonly { readonly id: string }[]) => rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const orders = ["as-sent", "shuffled", "at-once"] as const;

test.each(Array.from({ length: repeats(50, 12) }, (_, index) => index))(
  "life %i reaches the rows of the provider",
  async (index) => {
    const seed = `life ${index}`;
    const order = orders[index % orders.length] ?? "as-sent";
    const life = await openLife(seed, { order, duplicates: 1, drop: 0.2, stale: true });
    const { db, desk, provider } = life;
    for (let step = 0; step < 25; step += 1) await happen(life, seed, step);
    desk.deliver({});
    await desk.clock.forward({ hours: 1 });
    for (const { id, state } of desk.events) if (state !== "delivered") await desk.redeliver(id);

    const expected = { customers: [] as object[], subscriptions: [] as object[], orders: [] as object[] };
    for await (const row of everyItem(provider.customers.list)) expected.customers.push(customerRow(row));
    for await (const row of everyItem(provider.subscriptions.list)) expected.subscriptions.push(statusRow(row));
    for await (const row of everyItem(provider.orders.list)) expected.orders.push(statusRow(row));
    expect(expected.orders.length).toBeGreaterThan(0);
    const sorted = (rows: readonly object[]) => byId(rows as readonly { readonly id: string }[]);
    expect(byId(await db.list(customerModel, {}, { orderBy: "id", limit: 1000 }))).toEqual(sorted(expected.customers));
    expect(byId(await db.list(subscriptionModel, {}, { orderBy: "id", limit: 1000 }))).toEqual(
      sorted(expected.subscriptions),
    );
    expect(byId(await db.list(orderModel, {}, { orderBy: "id", limit: 1000 }))).toEqual(sorted(expected.orders));
  },
);
