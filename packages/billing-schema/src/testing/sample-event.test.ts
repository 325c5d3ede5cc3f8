import { describe, expect, test } from "vitest";
import { encodeEvent, eventTypes, safeDecodeEvent } from "../events/billing-event.js";
import { BillingSchemaError } from "../schema/error.js";
import { compareVersions, versionOf } from "../schema/version.js";
import { webhookHandlers } from "../webhook/handlers.js";
import { memoryWebhookStore } from "../webhook/memory-store.js";
import { webhookReceiver } from "../webhook/receiver.js";
import { sampleEvent } from "./sample-event.js";
import { sampleRequest } from "./sample-request.js";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const url = "http://localhost:3000/api/auth/billing/webhook";

describe("a sample event", () => {
  test.each(eventTypes)("of type %s is valid by the provider's contract", (type) => {
    const event = sampleEvent(type);
    expect(event.type).toBe(type);
    expect(safeDecodeEvent(encodeEvent(event))).toEqual({ success: true, data: event });
  });

  test("has the given values at any depth, and all others of the sample", () => {
    const { data } = sampleEvent("subscription.active", {
      amount: 2900,
      customer: { billingAddress: { city: "Rome" } },
    });
    expect(data).toMatchObject({ amount: 2900, currency: "usd" });
    expect(data.customer).toMatchObject({ email: "ada@example.com", billingAddress: { country: "US", city: "Rome" } });
  });

  test("has given lists, dates and nulls as a whole", () => {
    const endsAt = new Date("2027-01-01T00:00:00Z");
    const { data } = sampleEvent("subscription.updated", { prices: [], endsAt, currentPeriodEnd: null });
    expect(data).toMatchObject({ prices: [], endsAt, currentPeriodEnd: null });
  });

  test.each<[string, Parameters<typeof sampleEvent<"subscription.active">>[1]]>([
    ["the id", { customerId: "customer-7" }],
    ["the entity", { customer: { id: "customer-7" } }],
  ])("refers to one customer when %s is given", (_, overrides) => {
    const { data } = sampleEvent("subscription.active", overrides);
    expect([data.customerId, data.customer.id]).toEqual(["customer-7", "customer-7"]);
  });

  test("is newer than each sample before it, also within a millisecond", () => {
    const versions = [1, 2, 3].map(() => versionOf(sampleEvent("order.paid").data));
    expect(versions.map((version, index) => compareVersions(version, versions[index + 1] ?? version) < 0)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("throws an error with the path of a value that the provider would not send", () => {
    const wrong = { totalAmount: 0.5 };
    expect(() => sampleEvent("order.paid", wrong)).toThrow(BillingSchemaError);
    expect(() => sampleEvent("order.paid", wrong)).toThrow("data.totalAmount is a fraction, not an integer");
  });
});

describe("the request of a sample event", () => {
  const deliver = async (sent: Request, seen: unknown[] = []): Promise<number> => {
    const handlers = webhookHandlers().on("*", (event) => void seen.push(event));
    return (await webhookReceiver({ secret, handlers, store: memoryWebhookStore() })(sent)).status;
  };

  test("reaches the handlers of a webhook with its signature", async () => {
    const event = sampleEvent("order.paid", { totalAmount: 4200 });
    const seen: unknown[] = [];
    expect(await deliver(await sampleRequest(event, { url, secret }), seen)).toBe(200);
    expect(seen).toEqual([event]);
  });

  test("is rejected when it is signed with another secret, or is too old", async () => {
    const event = sampleEvent("order.paid");
    expect(await deliver(await sampleRequest(event, { url, secret: `${secret}2` }))).toBe(403);
    expect(await deliver(await sampleRequest(event, { url, secret, sentAt: new Date(Date.now() - 310_000) }))).toBe(
      403,
    );
  });

  test("has an id of its own, or the given one", async () => {
    const event = sampleEvent("order.paid");
    const ids = await Promise.all(
      [{}, {}, { id: "event-1" }].map(async (given) => {
        const { headers } = await sampleRequest(event, { url, secret, ...given });
        return headers.get("webhook-id");
      }),
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids[2]).toBe("event-1");
  });
});
