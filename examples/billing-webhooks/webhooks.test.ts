import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planMigration } from "@keyhold/adapter-kysely";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { nodeHandler } from "@keyhold/core/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderWire, subscriptionWire } from "../../tests/harness/billing/purchases.ts";
import { creditOf, orderModel, subscriptionModel } from "./handlers.ts";
import { openAuth, secret } from "./webhooks.ts";

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

/** As the provider sends it, over a real connection. */
async function send(payload: object, id: string, by = secret): Promise<Response> {
  const body = JSON.stringify(payload);
  const headers = await signWebhook({ secret: by, id, sentAt: new Date(), body });
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/api/auth/billing/webhook`, { method: "POST", headers, body });
}

const db = database.connect(auth.schema);
const paid = { type: "order.paid", data: orderWire };

test("a paid order gives credit once, after any number of deliveries", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(paid, "event-1")));
  expect(answers.map(({ status }) => status).filter((status) => status !== 409 && status !== 200)).toEqual([]);
  expect(await (await send(paid, "event-1")).json()).toEqual({ status: "duplicate" });
  expect(await db.count(orderModel, { customerId: "customer-1" })).toBe(1);
  expect(await creditOf(db, "order-1")).toBe(2000);
});

test("only the provider can say so", async () => {
  const answer = await send(paid, "event-2", "a guess of at least so many bytes");
  expect([answer.status, (await answer.json()).code]).toEqual([403, "WEBHOOK_SIGNATURE_MISMATCH"]);
});

test("a refund deducts its amount, and no more", async () => {
  const refunded = (amount: number, modified_at: string) => ({
    type: "order.refunded",
    data: { ...orderWire, status: "partially_refunded", refunded_amount: amount, modified_at },
  });
  expect((await send(refunded(500, "2026-05-05T10:00:00.000001Z"), "event-3")).status).toBe(200);
  expect(await creditOf(db, "order-1")).toBe(1500);
  expect((await send(refunded(2000, "2026-05-05T10:00:00.000002Z"), "event-4")).status).toBe(200);
  expect(await creditOf(db, "order-1")).toBe(0);
});

test("an ended subscription stays ended when an older event comes late", async () => {
  const ended = { ...subscriptionWire, status: "canceled", modified_at: "2026-05-05T10:00:00.000002Z" };
  expect((await send({ type: "subscription.revoked", data: ended }, "event-5")).status).toBe(200);
  expect((await send({ type: "subscription.created", data: subscriptionWire }, "event-6")).status).toBe(200);
  expect(await db.find(subscriptionModel, { id: "subscription-1" })).toMatchObject({ status: "canceled" });
});
