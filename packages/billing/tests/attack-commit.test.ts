import { memory } from "@keyhold/adapter-memory";
import { type BillingHandlers, billingHandlers, webhookEventModel } from "@keyhold/billing";
import { AuthError } from "@keyhold/core";
import { commonErrors } from "@keyhold/core/plugin";
import type { Verb } from "@keyhold/testing/faults";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { openWebhook, refundCreated } from "../../../tests/harness/billing/webhook-fixture.ts";

const onConflict = commonErrors.BAD_REQUEST;

/** A row written by a handler, in the only available table. */
const written = (eventId: string) => ({
  eventId,
  type: "written",
  status: "handled",
  lease: "none",
  leaseEndsAt: new Date(0),
  attempts: 1,
  done: [],
  receivedAt: new Date("2100-01-01"),
});

describe("a commit", () => {
  test("without an await is awaited before its handler counts as done", async () => {
    const handlers = billingHandlers().on("refund.created", (_, { commit }) => {
      void commit(async (tx) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await tx.db.insert(webhookEventModel, written("write"), { onConflict });
      });
    });
    const fixture = openWebhook({ handlers });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(await fixture.rowOf("write")).not.toBe(null);
  });

  test("without an await that fails is a failure of its handler, and no event is lost", async () => {
    let isFailing = true;
    const handlers = billingHandlers().on("refund.created", (_, { commit }) => {
      void commit(async (tx) => {
        await tx.db.insert(webhookEventModel, written("write"), { onConflict });
        if (isFailing) throw new Error("no");
      });
    });
    const fixture = openWebhook({ handlers });
    expect((await fixture.deliver(refundCreated)).status).toBe(500);
    expect(await fixture.rowOf()).toMatchObject({ status: "failed", done: [], error: "Error: no" });
    isFailing = false;
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(await fixture.rowOf("write")).not.toBe(null);
  });

  test.each<[string, Parameters<BillingHandlers["on"]>[1]]>([
    [
      "after another",
      async (_, { commit }) => {
        await commit(async () => null);
        await commit(async (tx) => tx.db.insert(webhookEventModel, written("second"), { onConflict }).then(() => null));
      },
    ],
    [
      "beside another",
      async (_, { commit }) => {
        await Promise.all([
          commit(async () => null),
          commit(async (tx) => tx.db.insert(webhookEventModel, written("second"), { onConflict }).then(() => null)),
        ]);
      },
    ],
    [
      "inside of another",
      (_, { commit }) =>
        commit(async () => {
          await commit(async (tx) =>
            tx.db.insert(webhookEventModel, written("second"), { onConflict }).then(() => null),
          );
        }),
    ],
  ])("%s of the same handler is refused loudly, and does not wait for itself", async (_, handler) => {
    const fixture = openWebhook({ handlers: billingHandlers().on("*", handler) });
    expect((await fixture.deliver(refundCreated)).status).toBe(500);
    expect((await fixture.rowOf())?.error).toContain("commits more than once");
    expect(await fixture.rowOf("second")).toBe(null);
  });

  test("may be repeated by its handler after a failure, and answers the result of its work", async () => {
    const answers: unknown[] = [];
    const handlers = billingHandlers().on("refund.created", async (_, { commit }) => {
      await commit(() => Promise.reject(new Error("no"))).catch(() => null);
      answers.push(await commit(async () => null));
    });
    const fixture = openWebhook({ handlers });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(answers).toEqual([null]);
    expect((await fixture.rowOf())?.done).toEqual(["refund.created#1"]);
  });

  test("after the event was handled writes no rows", async () => {
    let late: () => Promise<unknown> = async () => null;
    const handlers = billingHandlers().on("refund.created", (_, { commit }) => {
      late = () => commit(async (tx) => tx.db.insert(webhookEventModel, written("duplicate"), { onConflict }));
    });
    const fixture = openWebhook({ handlers });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    await expect(late()).rejects.toMatchObject({ name: "LeaseLost", message: expect.stringContaining("taken") });
    expect(await fixture.rowOf("duplicate")).toBe(null);
  });

  test("ends a delivery that loses its event after it: no further handler runs", async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const runs: number[] = [];
    const handlers = billingHandlers()
      .on("refund.created", async (_, { commit }) => {
        await commit(async () => null);
        begun.resolve();
        await gate.promise;
      })
      .on("*", (_, { attempt }) => void runs.push(attempt));
    const fixture = openWebhook({ handlers });
    const first = fixture.deliver(refundCreated);
    await begun.promise;
    fixture.clock.forward({ seconds: 61 });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    gate.resolve();
    expect((await first).status).toBe(409);
    expect(runs).toEqual([2]);
    expect(await fixture.rowOf()).toMatchObject({ status: "handled", done: ["refund.created#1", "*#1"] });
  });

  test("of the last handler settles the event, and a failure of the handler after it is recorded", async () => {
    const statuses: unknown[] = [];
    const handlers = billingHandlers().on("refund.created", async (_, { commit }) => {
      await commit(async () => null);
      statuses.push((await fixture.rowOf())?.status);
      throw new Error("the mail server is away");
    });
    const fixture = openWebhook({ handlers });
    expect((await fixture.deliver(refundCreated)).status).toBe(500);
    expect(statuses).toEqual(["handled"]);
    const done = ["refund.created#1"];
    expect(await fixture.rowOf()).toMatchObject({ status: "failed", done, error: "Error: the mail server is away" });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(await fixture.rowOf()).toMatchObject({ status: "handled", done, error: null });
    expect(statuses).toHaveLength(1);
  });

  test("of an event that was removed meanwhile writes no rows", async () => {
    const handlers = billingHandlers().on("refund.created", async (_, { auth, commit }) => {
      await auth.db.remove(webhookEventModel, { eventId: "event-1" });
      await commit(async (tx) => tx.db.insert(webhookEventModel, written("duplicate"), { onConflict }));
    });
    const fixture = openWebhook({ handlers });
    const response = await fixture.deliver(refundCreated);
    expect([response.status, (await response.json()).code]).toEqual([409, "WEBHOOK_LEASE_LOST"]);
    expect(await fixture.rowOf("duplicate")).toBe(null);
  });
});

describe("a handler that throws", () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a symbol", Symbol("no")],
    ["an object without a prototype", Object.create(null)],
    ["a frozen error", Object.freeze(new Error("no"))],
    [
      "an error with a throwing getter",
      Object.defineProperty(new Error("x"), "message", { get: () => JSON.parse("") }),
    ],
    ["an error whose name is a symbol", Object.assign(new Error("x"), { name: Symbol("no") })],
    ["a revoked proxy", revoked.proxy],
    [
      "an error that is an answer elsewhere",
      new AuthError({ code: "X", status: 403, message: "m" }, { headers: { "x-a": "b" } }),
    ],
    ["half a character at the cut", new Error(`${"x".repeat(992)}\u{1f4b8}`)],
  ])("%s is answered 500, and its event is free for the next delivery at once", async (_, thrown) => {
    let isFailing = true;
    const handlers = billingHandlers().on("refund.created", () => {
      if (isFailing) throw thrown;
    });
    const fixture = openWebhook({ handlers });
    const answer = await fixture.deliver(refundCreated);
    expect([answer.status, answer.headers.get("x-a")]).toEqual([500, null]);
    // A revoked proxy is a surprise wherever the code looks at the proxy.
    const code = expect.stringMatching(/^(?:WEBHOOK_HANDLER_FAILED|INTERNAL_SERVER_ERROR)$/);
    expect(await answer.json()).toEqual({ code, message: expect.any(String) });
    const row = await fixture.rowOf();
    expect(row).toMatchObject({ status: "failed", settledAt: fixture.clock.now() });
    expect(row?.error?.isWellFormed()).toBe(true);
    isFailing = false;
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
  });
});

describe("with faults of the database", () => {
  const verbs: readonly (Verb | "commit")[] = ["find", "lock", "insert", "update", "remove", "commit"];
  const plans = verbs.flatMap((at) =>
    ["before", "after"].flatMap((when) =>
      [1, 2, 3, 4, 5].flatMap((call) =>
        [undefined, new Error("the driver"), null].map((error) => ({ at, when, call, error })),
      ),
    ),
  );

  test("an event is acknowledged only after it was handled, and its writes are committed once", async () => {
    let hits = 0;
    for (const { at, when, call, error } of plans) {
      const plan: FaultPlan = {};
      let effects = 0;
      const handlers = billingHandlers()
        .on("refund.created", (_, { commit, attempt }) =>
          commit(async (tx) => {
            await tx.db.insert(webhookEventModel, written(`write-${attempt}`), { onConflict });
            await tx.db.update(webhookEventModel, "nothing", { type: "x" });
          }),
        )
        .on("*", async (_, { commit }) => {
          await commit(async () => null);
          effects += 1;
        });
      const fixture = openWebhook({ handlers, config: { database: faulty(memory(), plan) } });
      plan.faults = [{ at, when: when === "after" ? "after" : "before", call, ...(error !== undefined && { error }) }];
      const label = `${at} ${call} ${when} ${String(error)}`;
      const first = await fixture.deliver(refundCreated);
      expect([200, 500, 503], label).toContain(first.status);
      if (first.status !== 200) hits += 1;
      plan.faults = [];
      if (first.status === 200) expect(await fixture.rowOf(), label).toMatchObject({ status: "handled" });
      fixture.clock.forward({ seconds: 61 });
      const second = await fixture.deliver(refundCreated);
      expect(second.status, label).toBe(200);
      expect(await fixture.rowOf(), label).toMatchObject({ status: "handled", done: ["refund.created#1", "*#1"] });
      expect(await fixture.db.count(webhookEventModel, { type: "written" }), label).toBe(1);
      expect(effects, label).toBeLessThanOrEqual(1);
    }
    expect(hits).toBeGreaterThan(20);
  });

  test("a commit with a rollback and a retry writes once", async () => {
    const plan: FaultPlan = {};
    const handlers = billingHandlers().on("refund.created", (_, { commit }) =>
      commit(async (tx) => tx.db.insert(webhookEventModel, written("write"), { onConflict }).then(() => null)),
    );
    const fixture = openWebhook({ handlers, config: { database: faulty(memory(), plan) } });
    plan.faults = [{ at: "commit", isRetried: true }];
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(await fixture.db.count(webhookEventModel, { type: "written" })).toBe(1);
  });
});
