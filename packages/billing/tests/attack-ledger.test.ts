import { memory } from "@keyhold/adapter-memory";
import { billingHandlers, webhookEventModel } from "@keyhold/billing";
import { type FaultPlan, faulty, intercept } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { openWebhook, refundCreated } from "../../../tests/harness/billing/webhook-fixture.ts";

describe("the retention of events", () => {
  test("begins anew with each claim: an event that is handled late is not removed at once", async () => {
    let runs = 0;
    const handlers = billingHandlers().on("refund.created", () => {
      runs += 1;
      if (runs === 1) throw new Error("no");
    });
    const fixture = openWebhook({ handlers, webhook: { rememberDays: 1 } });
    expect((await fixture.deliver(refundCreated)).status).toBe(500);
    fixture.clock.forward({ days: 2 });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(await fixture.rowOf()).toMatchObject({ status: "handled" });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(runs).toBe(2);
  });

  test("is checked once an hour, and after the clock was set back", async () => {
    let removals = 0;
    const counted = intercept(memory(), {
      verb: ({ verb, model }, run) => {
        if (verb === "remove" && model === "billingWebhookEvent") removals += 1;
        return run();
      },
    });
    let hours = 1000;
    const now = (): Date => new Date(hours * 3_600_000);
    const fixture = openWebhook({ config: { database: counted, now } });
    const looksAt = async (hour: number): Promise<number> => {
      hours = hour;
      const before = removals;
      for (const id of [`${hour}`, `${hour} again`.replace(" ", "-")]) {
        expect((await fixture.deliver(refundCreated, { id, sentAt: now() })).status).toBe(200);
      }
      return removals - before;
    };
    const looks: number[] = [];
    for (const hour of [1000, 1000.9, 1001, 900, 900.5, 901]) looks.push(await looksAt(hour));
    expect(looks).toEqual([1, 0, 1, 1, 0, 1]);
  });

  test("ends in short steps, with a turn of the event loop for other work between them", async () => {
    const steps: { readonly removed: number; readonly turn: number }[] = [];
    let turn = 0;
    const counted = intercept(memory(), {
      async verb({ verb, model }, run) {
        const answer = await run();
        if (verb === "remove" && model === "billingWebhookEvent") {
          steps.push({ removed: Number(answer), turn });
          setTimeout(() => {
            turn += 1;
          }, 0);
        }
        return answer;
      },
    });
    const fixture = openWebhook({ config: { database: counted }, webhook: { rememberDays: 1 } });
    await fixture.deliver(refundCreated, { id: "first" });
    await fixture.auth.idle();
    const first = await fixture.db.find(webhookEventModel, { eventId: "first" });
    if (!first) throw new Error("The event was not kept.");
    for (let index = 0; index < 1100; index += 1) {
      await fixture.db.insert(webhookEventModel, { ...first, id: `old ${index}`, eventId: `old ${index}` });
    }
    steps.length = 0;
    fixture.clock.forward({ days: 2 });
    await fixture.deliver(refundCreated, { id: "second", sentAt: fixture.clock.now() });
    await fixture.auth.idle();
    expect(steps.map(({ removed }) => removed)).toEqual([500, 500, 101, 0]);
    expect(new Set(steps.map((step) => step.turn)).size).toBe(steps.length);
  });

  test("must be longer than the tolerance for replays", () => {
    const open = (toleranceSeconds: number, rememberDays: number | null) => () =>
      openWebhook({ webhook: { toleranceSeconds, rememberDays } });
    expect(open(86_400, 1)).toThrow("webhook.toleranceSeconds");
    expect(open(86_399, 1)).not.toThrow();
    expect(open(86_400, null)).not.toThrow();
  });

  test("does not acknowledge an event that is removed during its claim", async () => {
    let isVanishing = false;
    let runs = 0;
    const store = memory();
    const vanishing = intercept(store, {
      verb: async ({ verb, model }, run) => {
        if (isVanishing && verb === "find" && model === "billingWebhookEvent") {
          await fixture.db.remove(webhookEventModel, { eventId: "event-1" });
        }
        return run();
      },
    });
    const handlers = billingHandlers().on("refund.created", () => {
      runs += 1;
      throw new Error("no");
    });
    const fixture = openWebhook({ handlers, config: { database: vanishing } });
    await fixture.deliver(refundCreated);
    isVanishing = true;
    const answer = await fixture.deliver(refundCreated);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([409, "1"]);
    isVanishing = false;
    await fixture.deliver(refundCreated);
    expect(runs).toBe(2);
  });
});

describe("processes whose clocks differ by less than the lease", () => {
  test("never handle one event at the same time", async () => {
    const database = memory();
    let atWork = 0;
    let runs = 0;
    const handlers = billingHandlers().on("refund.created", async () => {
      atWork += 1;
      runs += 1;
      expect(atWork).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      atWork -= 1;
    });
    const kits = [-29, 0, 29].map((seconds) => {
      const at = (): Date => new Date(Date.UTC(2026, 5, 1) + seconds * 1000);
      return { at, fixture: openWebhook({ handlers, config: { database, now: at } }) };
    });
    for (let round = 0; round < 50; round += 1) {
      const id = `event-${round}`;
      const deliveries = [...kits, ...kits, ...kits].map(({ fixture, at }) =>
        fixture.deliver(refundCreated, { id, sentAt: at() }),
      );
      const statuses = (await Promise.all(deliveries)).map(({ status }) => status);
      expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
      expect(statuses).toContain(200);
    }
    expect(runs).toBe(50);
  });
});

describe("the claim of an event", () => {
  test("is refused if the event was handled during the look-up", async () => {
    let isSlow = false;
    const slow = intercept(memory(), {
      verb: async ({ verb, model, isInTransaction }, run) => {
        const found = await run();
        if (isSlow && verb === "find" && model === "billingWebhookEvent" && !isInTransaction) {
          isSlow = false;
          gate.resolve();
          expect((await first).status).toBe(200);
        }
        return found;
      },
    });
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const handlers = billingHandlers().on("refund.created", () => {
      begun.resolve();
      return gate.promise;
    });
    const fixture = openWebhook({ handlers, config: { database: slow } });
    const first = fixture.deliver(refundCreated);
    await begun.promise;
    isSlow = true;
    const second = await fixture.deliver(refundCreated);
    expect(await second.json()).toEqual({ status: "duplicate" });
    expect(await fixture.rowOf()).toMatchObject({ status: "handled", attempts: 1 });
  });

  test("lasts to the millisecond, for the configured time", async () => {
    const plan: FaultPlan = {};
    const fixture = openWebhook({ webhook: { leaseSeconds: 10 }, config: { database: faulty(memory(), plan) } });
    plan.faults = [{ at: "insert", when: "after" }];
    expect((await fixture.deliver(refundCreated)).status).toBe(503);
    expect((await fixture.deliver(refundCreated)).headers.get("retry-after")).toBe("10");
    fixture.clock.forward({ milliseconds: 9999 });
    const early = await fixture.deliver(refundCreated);
    expect([early.status, early.headers.get("retry-after")]).toEqual([409, "1"]);
    fixture.clock.forward({ milliseconds: 1 });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
  });

  test("that fails by an unexpected error of the database is logged", async () => {
    const plan: FaultPlan = {};
    const fixture = openWebhook({ config: { database: faulty(memory(), plan) } });
    plan.faults = [{ at: "insert", error: new RangeError("a bug of the driver") }];
    const answer = await fixture.deliver(refundCreated);
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: "INTERNAL_SERVER_ERROR" }]);
    expect(JSON.stringify(fixture.logged)).toContain("RangeError");
  });

  test.each([
    [100, 100],
    [101, 0],
  ])("of a type with %i letters keeps %i of them", async (length, kept) => {
    const fixture = openWebhook();
    await fixture.deliver({ type: "x".repeat(length), data: {} });
    expect((await fixture.rowOf())?.type).toHaveLength(kept);
  });
});

describe("events for the app, and options", () => {
  test("an event was handled, with the number of the attempt", async () => {
    const fixture = openWebhook();
    await fixture.deliver(refundCreated);
    expect(fixture.events).toContainEqual({
      type: "webhook.handled",
      id: "event-1",
      eventType: "refund.created",
      attempt: 1,
    });
  });

  test("a flood of forgeries emits once in ten seconds for each code, and other events are not throttled", async () => {
    let seconds = 1000;
    const now = (): Date => new Date(seconds * 1000);
    const fixture = openWebhook({ config: { now } });
    const told = async (at: number): Promise<number> => {
      seconds = at;
      const before = fixture.events.length;
      for (const headers of [{ "webhook-signature": "v1,AAAA" }, { "webhook-id": "" }]) {
        for (let count = 0; count < 3; count += 1) await fixture.deliver(refundCreated, { headers, sentAt: now() });
      }
      return fixture.events.length - before;
    };
    const counts: number[] = [];
    for (const at of [1000, 1009.999, 1010, 500, 509, 510]) counts.push(await told(at));
    expect(counts).toEqual([2, 0, 2, 2, 0, 2]);
    for (const id of ["a", "b", "c"])
      await fixture.deliver({ type: "refund.created", data: {} }, { id, sentAt: now() });
    expect(fixture.events.filter(({ type }) => type === "webhook.undecodable")).toHaveLength(3);
  });

  test("the tolerance of the time, and the rejection says the difference", async () => {
    const fixture = openWebhook({ webhook: { toleranceSeconds: 10 } });
    const sentAt = new Date(fixture.clock.now().getTime() - 11_000);
    const answer = await fixture.deliver(refundCreated, { sentAt });
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { message: expect.stringContaining("11 seconds") },
    ]);
  });

  test("events are kept for ninety days by default", async () => {
    const fixture = openWebhook();
    await fixture.deliver(refundCreated, { id: "old" });
    fixture.clock.forward({ days: 90 });
    await fixture.deliver(refundCreated, { id: "newer" });
    expect(await fixture.rowOf("old")).not.toBe(null);
    fixture.clock.forward({ hours: 2 });
    await fixture.deliver(refundCreated, { id: "newest" });
    expect([await fixture.rowOf("old"), (await fixture.rowOf("newer"))?.status]).toEqual([null, "handled"]);
  });

  test.each([
    ["leaseSeconds", [5, 3600], [4, 3601, 5.5, Number.NaN]],
    ["rememberDays", [1, 36_500], [0, 36_501, 1.5, Number.NaN]],
  ] as const)("%s in whole numbers within bounds", (option, good, bad) => {
    for (const value of good) expect(() => openWebhook({ webhook: { [option]: value } })).not.toThrow();
    for (const value of bad) expect(() => openWebhook({ webhook: { [option]: value } })).toThrow(`webhook.${option}`);
  });

  test("a body of a mebibyte is accepted, and one byte more is not", async () => {
    const fixture = openWebhook();
    const start = '{"type":"wallet.filled","data":{},"pad":"';
    const text = (bytes: number): string => `${start}${"x".repeat(bytes - start.length - 2)}"}`;
    expect((await fixture.deliver(text(1_048_576), { id: "a" })).status).toBe(202);
    expect((await fixture.deliver(text(1_048_577), { id: "b" })).status).toBe(413);
  });
});
