import { describe, expect, test } from "vitest";
import { handleDelivery } from "./deliver.js";
import { webhookHandlers } from "./handlers.js";
import { memoryWebhookStore } from "./memory-store.js";
import type { WebhookReport } from "./report.js";
import type { WebhookStore } from "./store.js";

const delivery = {
  id: "evt-1",
  sentAt: new Date("2026-03-14T15:09:30Z"),
  payload: { type: "wallet.filled", data: {} },
};
const contextOf = <Base>(base: Base): Base => base;
const error = new Error("the mail server is away");
const failing = webhookHandlers().on("*", () => Promise.reject(error));

describe("handleDelivery", () => {
  test("answers the handled attempt, then a duplicate", async () => {
    const options = { handlers: webhookHandlers().on("*", () => undefined), store: memoryWebhookStore(), contextOf };
    expect(await handleDelivery(delivery, options)).toEqual({ kind: "handled", attempt: 1 });
    expect(await handleDelivery(delivery, options)).toEqual({ kind: "duplicate" });
  });

  test("answers the whole seconds until the end of another delivery's lease", async () => {
    const busy: WebhookStore = {
      ...memoryWebhookStore(),
      claim: async () => ({ outcome: "busy", retryAfterSeconds: 0.2 }),
    };
    const outcome = await handleDelivery(delivery, { handlers: webhookHandlers(), store: busy, contextOf });
    expect(outcome).toEqual({ kind: "busy", retryAfterSeconds: 1 });
  });

  test("answers the failed handler and its error", async () => {
    const outcome = await handleDelivery(delivery, { handlers: failing, store: memoryWebhookStore(), contextOf });
    expect(outcome).toEqual({ kind: "failed", handler: "*#1", error });
  });

  test("answers with the handler's failure when the store fails after it, and reports both", async () => {
    const reports: WebhookReport[] = [];
    const away = new Error("the database is away");
    const store: WebhookStore = { ...memoryWebhookStore(), settle: () => Promise.reject(away) };
    const report = (about: WebhookReport) => reports.push(about);
    const outcome = await handleDelivery(delivery, { handlers: failing, store, contextOf, report });
    expect(outcome).toEqual({ kind: "failed", handler: "*#1", error });
    expect(reports.filter(({ kind }) => kind === "failed")).toEqual([
      { kind: "failed", id: "evt-1", type: "wallet.filled", handler: "*#1", error },
      { kind: "failed", id: "evt-1", type: "wallet.filled", handler: null, error: away },
    ]);
  });

  test("answers with the store's failure, of no handler, when the event cannot be claimed", async () => {
    const store: WebhookStore = { ...memoryWebhookStore(), claim: () => Promise.reject(error) };
    const outcome = await handleDelivery(delivery, { handlers: failing, store, contextOf });
    expect(outcome).toEqual({ kind: "failed", handler: null, error });
  });
});
