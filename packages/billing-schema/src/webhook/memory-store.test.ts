import { describe, expect, test } from "vitest";
import { memoryWebhookStore } from "./memory-store.js";
import type { Claim, Settlement, WebhookStore } from "./store.js";
import { webhookStoreCases } from "./store-cases.js";

const event = { id: "evt-1", type: "order.paid", leaseSeconds: 60 };

async function claimed(store: WebhookStore, id = event.id): Promise<Claim> {
  const answer = await store.claim({ ...event, id });
  if (answer.outcome !== "claimed") throw new Error(`The store answered ${answer.outcome}.`);
  return answer.claim;
}

describe("memoryWebhookStore", () => {
  for (const { name, run } of webhookStoreCases) {
    test(name, () => run(async (now) => memoryWebhookStore({ now })));
  }

  test("entries have the outcome of each event, the last claimed last", async () => {
    const store = memoryWebhookStore();
    const first = await claimed(store, "evt-1");
    await claimed(store, "evt-2");
    await store.markDone(first, "order.paid#1");
    const settlement: Settlement = { status: "failed", error: "Error: no" };
    await store.settle(first, settlement);
    await claimed(store, "evt-1");
    expect(store.entries()).toEqual([
      { id: "evt-2", type: "order.paid", attempts: 1, done: new Set(), settlement: null },
      { id: "evt-1", type: "order.paid", attempts: 2, done: new Set(["order.paid#1"]), settlement: null },
    ]);
  });

  test("an event is forgotten so many seconds after its last claim, unless a delivery is at work on it", async () => {
    let now = 0;
    const store = memoryWebhookStore({ now: () => now, keepSeconds: 100 });
    await store.settle(await claimed(store, "settled"), { status: "handled" });
    now = 50_000;
    const atWork = await claimed(store, "at work");
    now = 100_000;
    await store.renew(atWork, 1000);
    await claimed(store, "another");
    expect(store.entries().map(({ id }) => id)).toEqual(["settled", "at work", "another"]);
    now = 161_000;
    await claimed(store, "last");
    expect(store.entries().map(({ id }) => id)).toEqual(["at work", "another", "last"]);
  });

  test("a claim of a removed event is not valid for a new claim of the same event", async () => {
    let now = 0;
    const store = memoryWebhookStore({ now: () => now, keepSeconds: 0 });
    const forgotten = await claimed(store);
    now = 61_000;
    await claimed(store);
    expect(await store.settle(forgotten, { status: "handled" })).toBe(false);
  });
});

describe("webhookStoreCases", () => {
  const broken: Readonly<Record<string, (store: WebhookStore) => Partial<WebhookStore>>> = {
    "gives every event to everybody": () => ({
      claim: async ({ id }) => ({ outcome: "claimed", claim: { id, lease: "", attempt: 1, done: new Set() } }),
    }),
    "loses one of many marks": (store) => ({
      markDone: async (claim, handler) => {
        await Promise.resolve();
        return handler === "order.paid#7" || store.markDone(claim, handler);
      },
    }),
    "never renews": () => ({ renew: async () => true }),
    "lets anybody settle": (store) => ({
      settle: async (claim, settlement) => (await store.settle(claim, settlement)) || true,
    }),
    "forgets what is done": () => ({ markDone: async () => true }),
    "minds no case": (store) => ({ claim: (given) => store.claim({ ...given, id: given.id.toLowerCase() }) }),
  };

  for (const [fault, change] of Object.entries(broken)) {
    test(`a store that ${fault} does not pass`, async () => {
      const runs = webhookStoreCases.map(({ run }) =>
        run(async (now) => {
          const store = memoryWebhookStore({ now });
          return { ...store, ...change(store) };
        }),
      );
      const outcomes = await Promise.allSettled(runs);
      expect(outcomes.map(({ status }) => status)).toContain("rejected");
    });
  }
});
