import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planMigration } from "@keyhold/adapter-kysely";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { nodeHandler } from "@keyhold/core/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditModel, openAuth } from "./webhooks.ts";

const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
const { auth, database } = openAuth(join(folder, "app.db"));
const server = createServer(nodeHandler(auth));

beforeAll(async () => {
  await (await planMigration(database, auth.schema)).apply();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await database.close();
  rmSync(folder, { recursive: true });
});

const at = "2026-05-04T09:30:00.250000Z";
const common = { created_at: at, modified_at: null, metadata: {}, organization_id: "merchant-1" };

const order = {
  ...common,
  id: "order-1",
  status: "paid",
  paid: true,
  subtotal_amount: 2000,
  discount_amount: 0,
  net_amount: 2000,
  amount: 2000,
  tax_amount: 400,
  total_amount: 2400,
  refunded_amount: 0,
  refunded_tax_amount: 0,
  currency: "usd",
  billing_reason: "purchase",
  billing_address: null,
  customer_id: "customer-1",
  product_id: "product-1",
  discount_id: null,
  subscription_id: null,
  checkout_id: null,
  customer: {
    ...common,
    id: "customer-1",
    external_id: null,
    email: "ada@example.com",
    email_verified: true,
    name: "Ada",
    billing_address: null,
    tax_id: null,
    deleted_at: null,
    avatar_url: "https://example.com/ada.png",
  },
  user_id: "user-1",
  product: {
    ...common,
    id: "product-1",
    name: "Two hundred credits",
    description: null,
    recurring_interval: null,
    is_recurring: false,
    is_archived: false,
  },
  discount: null,
  subscription: null,
  items: [],
};

/** As the provider sends it, over a real connection. */
async function send(type: string, id: string, secret = "whsec_test"): Promise<Response> {
  const body = JSON.stringify({ type, data: order });
  const headers = await signWebhook({ secret, id, sentAt: new Date(), body });
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/api/auth/billing/webhook`, { method: "POST", headers, body });
}

const credits = () =>
  database.connect(auth.schema).list(creditModel, { customerId: "customer-1" }, { orderBy: "id", limit: 10 });

test("an order that was paid gives credit once, however often the provider says so", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send("order.paid", "event-1")));
  expect(answers.map(({ status }) => status).filter((status) => status !== 409 && status !== 200)).toEqual([]);
  expect(await (await send("order.paid", "event-1")).json()).toEqual({ status: "duplicate" });
  expect(await credits()).toMatchObject([{ orderId: "order-1", amount: 2000 }]);
});

test("nobody else can say so", async () => {
  const answer = await send("order.paid", "event-2", "a guess");
  expect([answer.status, (await answer.json()).code]).toEqual([403, "WEBHOOK_SIGNATURE_MISMATCH"]);
});

test("an order that was refunded takes the credit back", async () => {
  expect((await send("order.refunded", "event-3")).status).toBe(200);
  expect(await credits()).toEqual([]);
});
