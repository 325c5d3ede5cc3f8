import { memory } from "@keyhold/adapter-memory";
import { billing, billingErrors, billingHandlers, webhookEventModel } from "@keyhold/billing";
import { commonErrors } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { openWebhook, refundCreated, refundWire, secret } from "../../../tests/harness/billing/webhook-fixture.ts";

const onConflict = commonErrors.BAD_REQUEST;

const body = (response: Response): Promise<Record<string, unknown>> => response.json();

describe("a delivery of the provider", () => {
  test("reaches its handlers once, in the order they were added, with a client form", async () => {
    const seen: unknown[] = [];
    const handlers = billingHandlers()
      .on(
        "refund.created",
        ({ data }, { id, attempt, isReplay }) =>
          void seen.push([data.taxAmount, data.createdAt, id, attempt, isReplay]),
      )
      .on("refund.*", ({ type }) => void seen.push(type))
      .on("order.paid", () => void seen.push("never"))
      .on("*", ({ type }) => void seen.push(`any ${String(type)}`));
    const fixture = openWebhook({ handlers });
    const first = await fixture.deliver(refundCreated);
    expect([first.status, await body(first)]).toEqual([200, { status: "handled" }]);
    const second = await fixture.deliver(refundCreated);
    expect([second.status, await body(second)]).toEqual([200, { status: "duplicate" }]);
    const createdAt = new Date("2026-03-01T10:00:00.123Z");
    expect(seen).toEqual([[250, createdAt, "event-1", 1, false], "refund.created", "any refund.created"]);
    expect(await fixture.rowOf()).toMatchObject({
      type: "refund.created",
      status: "handled",
      attempts: 1,
      error: null,
    });
  });

  test("is identified by its id alone", async () => {
    let count = 0;
    const fixture = openWebhook({ handlers: billingHandlers().on("refund.created", () => count++) });
    await fixture.deliver(refundCreated, { id: "one" });
    await fixture.deliver(refundCreated, { id: "two" });
    await fixture.deliver({ ...refundCreated, data: { ...refundWire, amount: 1 } }, { id: "two" });
    expect(count).toBe(2);
  });

  test("may have a cookie and any origin: both are ignored", async () => {
    const fixture = openWebhook();
    const { browser } = await fixture.signUp("ada@example.com");
    const cookie = browser.cookies.header() ?? "";
    const response = await fixture.deliver(refundCreated, { headers: { origin: "https://evil.example", cookie } });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("is not counted by the rate limit of an address", async () => {
    const fixture = openWebhook({ config: { rateLimit: { enabled: true } } });
    for (let index = 0; index < 150; index += 1) {
      expect((await fixture.deliver(refundCreated, { id: `event-${index}` })).status).toBe(200);
    }
  });

  test("is a route of one path, listed in `pages`, and that no GET finds", async () => {
    const fixture = openWebhook();
    expect(fixture.auth.api).not.toHaveProperty("billing");
    expect((await fixture.browser.get("/billing/webhook")).status).toBe(405);
  });
});

describe("a delivery is rejected", () => {
  const failures: readonly (readonly [string, keyof typeof billingErrors, Parameters<typeof deliverOnce>[0]])[] = [
    ["without a signature", "WEBHOOK_HEADERS_MISSING", { headers: { "webhook-signature": undefined } }],
    ["without an id", "WEBHOOK_HEADERS_MISSING", { headers: { "webhook-id": "" } }],
    ["with an invalid id", "WEBHOOK_HEADERS_INVALID", { headers: { "webhook-id": "a b" } }],
    ["with an invalid time", "WEBHOOK_TIMESTAMP_INVALID", { headers: { "webhook-timestamp": "1e9" } }],
    ["with another secret", "WEBHOOK_SIGNATURE_MISMATCH", { secret: "another one" }],
    ["with another body", "WEBHOOK_SIGNATURE_MISMATCH", { body: JSON.stringify({ ...refundCreated, x: 1 }) }],
    ["serialized again by a framework", "WEBHOOK_SIGNATURE_MISMATCH", { body: JSON.stringify(refundCreated, null, 1) }],
  ];

  async function deliverOnce(sending: Parameters<ReturnType<typeof openWebhook>["deliver"]>[1]) {
    let count = 0;
    const fixture = openWebhook({ handlers: billingHandlers().on("*", () => count++) });
    const response = await fixture.deliver(refundCreated, sending);
    return { fixture, response, count: () => count };
  }

  test.each(failures)("%s", async (_, code, sending) => {
    const { fixture, response, count } = await deliverOnce(sending);
    expect(response.status).toBe(billingErrors[code].status);
    expect(await body(response)).toMatchObject({ code });
    expect(count()).toBe(0);
    expect(await fixture.db.count(webhookEventModel, { type: "refund.created" })).toBe(0);
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: "webhook.rejected", code }));
    expect(fixture.logged).toEqual([]);
  });

  test.each([
    [301, "WEBHOOK_TIMESTAMP_TOO_OLD"],
    [-301, "WEBHOOK_TIMESTAMP_TOO_NEW"],
  ] as const)("signed %i seconds ago, by the auth's clock", async (seconds, code) => {
    const fixture = openWebhook();
    const at = (ago: number): Date => new Date(fixture.clock.now().getTime() - ago * 1000);
    const response = await fixture.deliver(refundCreated, { sentAt: at(seconds) });
    expect([response.status, (await body(response)).code]).toEqual([403, code]);
    expect((await fixture.deliver(refundCreated, { sentAt: at(seconds - Math.sign(seconds)) })).status).toBe(200);
  });

  test.each([["[1]"], ["null"], ["{"], ['"text"'], [""]])("with the signed body %j", async (text) => {
    const response = await openWebhook().deliver(text);
    expect([response.status, (await body(response)).code]).toEqual([400, "WEBHOOK_BODY_INVALID"]);
  });

  test("over a mebibyte", async () => {
    const response = await openWebhook().deliver({ ...refundCreated, pad: "x".repeat(1024 * 1024) });
    expect([response.status, (await body(response)).code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  test("and no answer, log or event contains the secret", async () => {
    const { fixture, response } = await deliverOnce({ headers: { "webhook-signature": "v1,AAAA" } });
    expect(await response.text()).not.toContain(secret);
    expect(JSON.stringify([fixture.logged, fixture.events])).not.toContain(secret);
  });
});

describe("data unknown to this version", () => {
  test("as an event type is acknowledged, reported, and may come again", async () => {
    const fixture = openWebhook();
    const response = await fixture.deliver({ type: "wallet.filled", data: { id: "w" } });
    expect([response.status, await body(response)]).toEqual([202, { status: "unhandled" }]);
    expect(await fixture.rowOf()).toMatchObject({ status: "unhandled", type: "wallet.filled" });
    expect(fixture.events).toContainEqual({
      type: "webhook.unknown",
      id: "event-1",
      eventType: "wallet.filled",
      hasHandler: false,
    });
    expect((await fixture.deliver({ type: "wallet.filled", data: {} })).status).toBe(202);
  });

  test("as an entity is kept by its id, acknowledged, and handled when it is sent again and decodable", async () => {
    const seen: string[] = [];
    const fixture = openWebhook({
      handlers: billingHandlers().on("refund.created", ({ data }) => void seen.push(data.id)),
    });
    const response = await fixture.deliver({ type: "refund.created", data: { ...refundWire, amount: "12.50" } });
    expect([response.status, await body(response)]).toEqual([202, { status: "undecodable" }]);
    const row = await fixture.rowOf();
    expect(row?.status).toBe("undecodable");
    expect(row?.error).toContain("data.amount");
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: "webhook.undecodable", id: "event-1" }));
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(seen).toEqual(["refund-1"]);
    expect(await fixture.rowOf()).toMatchObject({ status: "handled", attempts: 2, error: null });
  });

  test("is answered 400 with undecodable: refuse", async () => {
    const fixture = openWebhook({ webhook: { undecodable: "refuse" } });
    const response = await fixture.deliver({ type: "refund.created", data: {} });
    expect([response.status, (await body(response)).code]).toEqual([400, "WEBHOOK_UNDECODABLE"]);
  });

  test("as a value is passed to the handler, and emitted", async () => {
    const fixture = openWebhook();
    await fixture.deliver({ type: "refund.created", data: { ...refundWire, reason: "dispute_prevention", later: 1 } });
    const unknowns = [
      { kind: "value", path: ["data", "reason"] },
      { kind: "field", path: ["data", "later"] },
    ];
    const drifted = { type: "webhook.drifted", id: "event-1", eventType: "refund.created", unknowns };
    expect(fixture.events).toContainEqual(drifted);
  });
});

describe("a handler that fails", () => {
  test("makes the provider send the event again, and earlier handlers do not run twice", async () => {
    const seen: string[] = [];
    const handlers = billingHandlers()
      .on("refund.created", () => void seen.push("first"))
      .on("refund.*", (_, { attempt }) => {
        seen.push(`second, attempt ${attempt}`);
        if (attempt === 1) throw new Error("the mail server is away");
      })
      .on("*", () => void seen.push("third"));
    const fixture = openWebhook({ handlers });
    const response = await fixture.deliver(refundCreated);
    expect([response.status, await body(response)]).toEqual([
      500,
      { code: "WEBHOOK_HANDLER_FAILED", message: expect.not.stringContaining("mail") },
    ]);
    expect(await fixture.rowOf()).toMatchObject({ status: "failed", error: "Error: the mail server is away" });
    expect(fixture.events).toContainEqual({
      type: "webhook.failed",
      id: "event-1",
      eventType: "refund.created",
      handler: "refund.*#1",
    });
    expect(JSON.stringify(fixture.logged)).toContain("WEBHOOK_HANDLER_FAILED");
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(seen).toEqual(["first", "second, attempt 1", "second, attempt 2", "third"]);
  });

  test("leaves no rows of its commit", async () => {
    let isFailing = true;
    const handlers = billingHandlers().on("refund.created", (_, { commit }) =>
      commit(async (tx) => {
        await tx.db.insert(webhookEventModel, { ...other, eventId: "written by the handler" }, { onConflict });
        if (isFailing) throw new Error("no");
      }),
    );
    const fixture = openWebhook({ handlers });
    expect((await fixture.deliver(refundCreated)).status).toBe(500);
    expect(await fixture.rowOf("written by the handler")).toBe(null);
    isFailing = false;
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(await fixture.rowOf("written by the handler")).not.toBe(null);
  });

  test("after its commit does not run again: its writes stay, and the next handlers run", async () => {
    let runs = 0;
    const handlers = billingHandlers().on("refund.created", async (_, { commit }) => {
      runs += 1;
      await commit(async (tx) =>
        tx.db.insert(webhookEventModel, { ...other, eventId: `write ${runs}` }, { onConflict }).then(() => null),
      );
      throw new Error("after the commit");
    });
    const fixture = openWebhook({ handlers });
    expect((await fixture.deliver(refundCreated)).status).toBe(500);
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(runs).toBe(1);
  });
});

const other = {
  type: "other",
  status: "handled",
  lease: "none",
  leaseEndsAt: new Date(0),
  attempts: 1,
  done: [],
  receivedAt: new Date("2026-01-01T00:00:00Z"),
};

describe("a delivery beside another of the same event", () => {
  test("gets 409 with Retry-After during the other one, and 200 after it", async () => {
    let finish: () => void = () => undefined;
    const isBegun = new Promise<void>((begin) => {
      const handlers = billingHandlers().on("refund.created", () => {
        begin();
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      });
      fixture = openWebhook({ handlers });
    });
    const first = fixture.deliver(refundCreated);
    await isBegun;
    const second = await fixture.deliver(refundCreated);
    expect([second.status, (await body(second)).code]).toEqual([409, "WEBHOOK_BUSY"]);
    expect(second.headers.get("retry-after")).toBe("60");
    finish();
    expect((await first).status).toBe(200);
    expect(await body(await fixture.deliver(refundCreated))).toEqual({ status: "duplicate" });
  });

  let fixture: ReturnType<typeof openWebhook>;

  test("takes the event over after the lease has expired, and the other one can no longer write", async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const written: number[] = [];
    const handlers = billingHandlers().on("refund.created", async (_, { attempt, commit }) => {
      if (attempt === 1) {
        begun.resolve();
        await gate.promise;
      }
      await commit(async () => void written.push(attempt));
    });
    fixture = openWebhook({ handlers });
    const first = fixture.deliver(refundCreated);
    await begun.promise;
    fixture.clock.forward({ seconds: 61 });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    gate.resolve();
    expect((await first).status).toBeGreaterThanOrEqual(409);
    expect(written).toEqual([2]);
    expect(await fixture.rowOf()).toMatchObject({ status: "handled", attempts: 2 });
  });
});

describe("the database", () => {
  test("away is 503, and the next delivery is handled", async () => {
    const plan: FaultPlan = {};
    const fixture = openWebhook({ config: { database: faulty(memory(), plan) } });
    plan.isUnavailable = true;
    expect((await fixture.deliver(refundCreated)).status).toBe(503);
    plan.isUnavailable = false;
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
  });

  test.each([
    ["insert", "before", 0],
    ["insert", "after", 61],
    ["update", "before", 61],
    ["commit", "before", 61],
    ["commit", "after", 61],
  ] as const)("that fails %s (%s) loses no event: it is handled when it is sent again", async (at, when, wait) => {
    const plan: FaultPlan = {};
    let runs = 0;
    const handlers = billingHandlers().on("refund.created", (_, { commit }) => commit(async () => runs++));
    const fixture = openWebhook({ handlers, config: { database: faulty(memory(), plan) } });
    plan.faults = [{ at, when }];
    expect((await fixture.deliver(refundCreated)).status).toBe(503);
    fixture.clock.forward({ seconds: wait });
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(await fixture.rowOf()).toMatchObject({ status: "handled" });
    expect(runs).toBeGreaterThan(0);
  });

  test("removes old events after rememberDays", async () => {
    const fixture = openWebhook({ webhook: { rememberDays: 30 } });
    await fixture.deliver(refundCreated, { id: "old" });
    fixture.clock.forward({ days: 29 });
    await fixture.deliver(refundCreated, { id: "newer" });
    expect(await fixture.rowOf("old")).not.toBe(null);
    fixture.clock.forward({ days: 2 });
    await fixture.deliver(refundCreated, { id: "newest" });
    expect([await fixture.rowOf("old"), (await fixture.rowOf("newer"))?.status]).toEqual([null, "handled"]);
  });

  test("keeps events for ever with rememberDays: null", async () => {
    const fixture = openWebhook({ webhook: { rememberDays: null } });
    await fixture.deliver(refundCreated, { id: "old" });
    fixture.clock.forward({ days: 4000 });
    await fixture.deliver(refundCreated, { id: "new" });
    expect(await fixture.rowOf("old")).not.toBe(null);
  });
});

describe("an auth does not start", () => {
  test.each([
    ["without a secret", { secret: "" }, "webhook.secret"],
    ["with a prefix for a secret", { secret: "whsec_" }, "webhook.secret"],
    ["without any of several secrets", { secret: [] }, "webhook.secret"],
    ["with a secret of 23 bytes", { secret: "x".repeat(23) }, "webhook.secret: has fewer than 24 bytes"],
    ["with a short one of several secrets", { secret: [secret, "short"] }, "webhook.secret: has fewer than 24 bytes"],
    ["with an invalid tolerance", { toleranceSeconds: -1 }, "webhook.toleranceSeconds"],
    ["with an invalid lease", { leaseSeconds: 0 }, "webhook.leaseSeconds"],
    ["with no days to remember", { rememberDays: 0 }, "webhook.rememberDays"],
  ])("%s", (_, webhook, named) => {
    const start = () =>
      createTestAuth({ plugins: [billing({ webhook: { secret, handlers: billingHandlers(), ...webhook } })] });
    expect(start).toThrow(named);
    expect(start).not.toThrow(/xxx|short/);
  });
});
