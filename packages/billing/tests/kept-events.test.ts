import { planMigration } from "@keyhold/adapter-kysely";
import { billingHandlers, eventBodyModel, undecodableEventModel, webhookEventModel } from "@keyhold/billing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  type Opening,
  openWebhook,
  refundCreated,
  refundWire,
} from "../../../tests/harness/billing/webhook-fixture.ts";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { maxBodyBytes } from "../src/webhook/undecodable-event.ts";

const broken = { type: "refund.created", data: { ...refundWire, amount: "12.50" } };
const day = 86_400_000;

/** An auth that keeps the body of each event, with two handlers: the first records its runs, the second may fail. */
function open({ webhook, config }: Opening = {}) {
  const state = { isAway: false, running: 0, most: 0, seen: [] as string[], gate: Promise.withResolvers<void>() };
  state.gate.resolve();
  const handlers = billingHandlers()
    .on("refund.created", async (_, { id }) => {
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      // Two runs at once end the wait of both.
      if (state.running > 1) state.gate.resolve();
      await state.gate.promise;
      state.seen.push(id);
      state.running -= 1;
    })
    .on("refund.*", () => {
      if (state.isAway) throw new Error("the mail server is away");
    });
  const fixture = openWebhook({
    handlers,
    webhook: { keepBodies: "all", ...webhook },
    ...(config && { config }),
  });
  const { api } = fixture.auth;
  return {
    ...fixture,
    state,
    list: (input: Parameters<typeof api.listWebhookEvents>[0] = {}) => api.listWebhookEvents(input),
    read: (id = "event-1") => api.readWebhookEvent({ id }),
    retry: (id = "event-1") => api.retryWebhookEvent({ id }),
  };
}

describe("the list of events", () => {
  test("has the newest first, in pages, and one status on request", async () => {
    const fixture = open();
    for (const id of ["one", "two", "three"]) {
      fixture.clock.forward({ seconds: 1 });
      await fixture.deliver(id === "two" ? broken : refundCreated, { id });
    }
    const first = await fixture.list({ limit: 2 });
    expect(first.events.map(({ id, status, attempts }) => [id, status, attempts])).toEqual([
      ["three", "handled", 1],
      ["two", "undecodable", 1],
    ]);
    const second = await fixture.list({ limit: 2, cursor: first.nextCursor ?? "" });
    expect([second.events.map(({ id }) => id), second.nextCursor]).toEqual([["one"], null]);
    expect((await fixture.list({ status: "undecodable" })).events.map(({ id }) => id)).toEqual(["two"]);
  });

  test("rejects a cursor that no page has answered", async () => {
    for (const cursor of ["", "x", "1.", ".a", "9e99.a", "99999999999999999.a"])
      await expect(open().list({ cursor })).rejects.toMatchObject({ code: "VALIDATION_ERROR", status: 400 });
  });
});

describe("an event", () => {
  test("is read with its payload and with its handlers", async () => {
    const fixture = open();
    fixture.state.isAway = true;
    expect((await fixture.deliver(refundCreated)).status).toBe(500);
    expect(await fixture.read()).toMatchObject({
      id: "event-1",
      type: "refund.created",
      status: "failed",
      attempts: 1,
      error: "Error: the mail server is away",
      payload: refundCreated,
      handlers: [
        { name: "refund.created#1", isDone: true },
        { name: "refund.*#1", isDone: false },
      ],
    });
    expect(await fixture.read("unknown")).toBeNull();
  });

  test("is kept encrypted, and no longer than the record of the event", async () => {
    const fixture = open({ webhook: { rememberDays: 7 } });
    await fixture.deliver(refundCreated);
    const row = (await fixture.db.find(eventBodyModel, { eventId: "event-1" })) ?? expect.fail();
    expect(row.body).not.toContain("refund-1");
    const { receivedAt } = (await fixture.rowOf()) ?? expect.fail();
    expect(row.expiresAt.getTime()).toBeLessThan(receivedAt.getTime() + 7 * day);
    fixture.clock.forward({ days: 7 });
    expect(await fixture.read()).toMatchObject({ payload: null });
    await fixture.deliver(refundCreated, { id: "later" });
    expect(await fixture.db.find(eventBodyModel, { eventId: "event-1" })).toBeNull();
  });

  test("keeps no body when it is too large, and none after a wrong signature", async () => {
    const fixture = open();
    await fixture.deliver({ ...refundCreated, pad: "x".repeat(maxBodyBytes) }, { id: "large" });
    await fixture.deliver(refundCreated, { id: "forged", secret: "a secret that is not the provider" });
    expect(await fixture.db.count(eventBodyModel, {})).toBe(0);
    expect(fixture.events).toContainEqual({ type: "webhook.unkept", id: "large", reason: "too large" });
    expect(await fixture.retry("large")).toEqual({ outcome: "unkept", handler: null });
  });

  test("has no body by default, unless it is undecodable", async () => {
    const fixture = open({ webhook: { keepBodies: "undecodable" } });
    await fixture.deliver(refundCreated);
    expect(await fixture.read()).toMatchObject({ payload: null, handlers: expect.any(Array) });
    await fixture.deliver(broken, { id: "broken" });
    expect(await fixture.read("broken")).toMatchObject({ payload: broken });
    expect(await fixture.retry("broken")).toEqual({ outcome: "undecodable", handler: null });
  });

  test("moved from another event, or written by another program, is rejected", async () => {
    const fixture = open();
    fixture.state.isAway = true;
    for (const id of ["one", "other"]) await fixture.deliver(refundCreated, { id });
    const [one, other] = await Promise.all(
      ["one", "other"].map((eventId) => fixture.db.find(eventBodyModel, { eventId })),
    );
    if (!one || !other) throw new Error("The bodies were not kept.");
    await fixture.db.update(eventBodyModel, one.id, { body: other.body });
    await fixture.db.update(eventBodyModel, other.id, { body: JSON.stringify(refundCreated) });
    for (const id of ["one", "other"]) {
      expect(await fixture.read(id)).toMatchObject({ payload: null });
      expect(await fixture.retry(id)).toEqual({ outcome: "unopened", handler: null });
    }
  });
});

describe("an event that is sent again", () => {
  test("runs the remaining handlers, and a handled event runs none", async () => {
    const fixture = open();
    fixture.state.isAway = true;
    await fixture.deliver(refundCreated);
    expect(await fixture.retry()).toEqual({ outcome: "failed", handler: "refund.*#1" });
    fixture.state.isAway = false;
    expect(await fixture.retry()).toEqual({ outcome: "handled", handler: null });
    expect(await fixture.retry()).toEqual({ outcome: "duplicate", handler: null });
    expect(fixture.state.seen).toEqual(["event-1"]);
    expect(await fixture.rowOf()).toMatchObject({ status: "handled", attempts: 3, error: null });
  });

  test("is unknown without its record, although its body is there", async () => {
    const fixture = open();
    await fixture.deliver(refundCreated);
    const row = (await fixture.db.find(eventBodyModel, { eventId: "event-1" })) ?? expect.fail();
    await fixture.db.insert(eventBodyModel, { ...row, id: "another", eventId: "no record" });
    expect(await fixture.retry("no record")).toEqual({ outcome: "unknown", handler: null });
    expect(fixture.state.seen).toEqual(["event-1"]);
  });

  test("no HTTP request reaches the server calls", async () => {
    const fixture = open();
    for (const path of ["retry-webhook-event", "read-webhook-event", "list-webhook-events"]) {
      const url = `https://app.example.com/api/auth/${path}`;
      for (const init of [{ method: "GET" }, { method: "POST", body: '{"id":"event-1"}' }])
        expect((await fixture.auth.handler(new Request(url, init))).status).toBe(404);
    }
  });

  test("a removed body of an undecodable event does not come back after it is handled", async () => {
    const fixture = open();
    await fixture.deliver(broken);
    expect(await fixture.db.count(undecodableEventModel, {})).toBe(1);
    await fixture.deliver(refundCreated);
    expect(await fixture.db.count(undecodableEventModel, {})).toBe(0);
  });
});

const types = ["memory", ...databaseTypes(inject("services"))] as const;

describe.each(types)("kept events on %s", (type) => {
  const closing: (() => Promise<void>)[] = [];
  let fixture: ReturnType<typeof open>;

  beforeAll(async () => {
    if (type === "memory") {
      fixture = open();
      return;
    }
    const fresh = await freshDatabase(type, inject("services"));
    const database = openDatabase(fresh);
    closing.push(
      () => database.close(),
      () => fresh.drop(),
    );
    fixture = open({ config: { database } });
    await (await planMigration(database, fixture.auth.schema)).apply();
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test("run each handler once, with sixteen callers and a delivery of the provider's at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = `raced-${round}`;
      fixture.state.isAway = true;
      await fixture.deliver(refundCreated, { id });
      fixture.state.isAway = false;
      fixture.state.seen.length = 0;
      // The first handler ran in the failed delivery. That run is taken back, so that both have to run again.
      const row = (await fixture.rowOf(id)) ?? expect.fail();
      await fixture.db.update(webhookEventModel, row.id, { done: [] });
      // The handler runs until every other caller has an answer.
      fixture.state.gate = Promise.withResolvers();
      let answered = 0;
      const others = 16;
      const noted = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
        const answer = await call;
        answered += 1;
        if (answered === others) fixture.state.gate.resolve();
        return answer;
      };
      const callers = Array.from({ length: 16 }, () => noted(fixture.retry(id)));
      const delivery = noted(fixture.deliver(refundCreated, { id }));
      const [answers, delivered] = await Promise.all([Promise.all(callers), delivery]);
      for (const { outcome } of answers) expect(["handled", "duplicate", "busy"]).toContain(outcome);
      expect([200, 409]).toContain(delivered.status);
      expect([fixture.state.seen, fixture.state.most]).toEqual([[id], 1]);
      expect(await fixture.rowOf(id)).toMatchObject({ status: "handled", done: ["refund.created#1", "refund.*#1"] });
    }
  });
});
