import type { AddressInfo } from "node:net";
import { memoryWebhookStore, signWebhook, webhookHandlers } from "@keyhold/billing-schema/webhook";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { refundOf } from "../../tests/harness/billing/purchases.ts";
import { openServer } from "./own-server.ts";

const secret = "a-secret-of-the-provider-for-this-test";
let isFailing = false;
const seen: string[] = [];
const handlers = webhookHandlers().on("refund.created", ({ data }) => {
  if (isFailing) throw new Error("the mail server is away");
  seen.push(data.id);
});
const server = openServer(secret, handlers, memoryWebhookStore());

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function send(id: string, payload: object, changes: RequestInit = {}): Promise<readonly [number, string]> {
  const body = JSON.stringify(payload);
  const headers = await signWebhook({ secret, id, sentAt: new Date(), body });
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body, ...changes });
  return [response.status, await response.text()];
}

const refundCreated = { type: "refund.created", data: refundOf("order-1", "a") };

test("an event is handled once, and each answer has the outcome of its delivery", async () => {
  expect(await send("event-1", refundCreated)).toEqual([200, "handled"]);
  expect(await send("event-1", refundCreated)).toEqual([200, "duplicate"]);
  expect(await send("event-2", { type: "wallet.filled", data: {} })).toEqual([200, "unhandled"]);
  expect(await send("event-3", { type: "refund.created", data: {} })).toEqual([200, "undecodable"]);
  expect(seen).toEqual(["order-1-a"]);
});

test("an event with a failing handler is answered 500, and handled when it comes again", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  isFailing = true;
  expect(await send("event-4", refundCreated)).toEqual([500, "failed"]);
  expect(logged).toHaveBeenCalledWith("refund.created#1", expect.any(Error));
  logged.mockRestore();
  isFailing = false;
  expect(await send("event-4", refundCreated)).toEqual([200, "handled"]);
});

test("a delivery without the provider's signature is rejected", async () => {
  expect(await send("event-5", refundCreated, { headers: {} })).toEqual([400, ""]);
  expect(await send("event-5", refundCreated, { body: "{}" })).toEqual([403, ""]);
});

test("a short secret opens no server", () => {
  expect(() => openServer("short", handlers, memoryWebhookStore())).toThrow(/^secret: has fewer than 24 bytes/);
});
