import { planMigration } from "@keyhold/adapter-kysely";
import { memory } from "@keyhold/adapter-memory";
import { type BillingContext, billingHandlers, undecodableEventModel } from "@keyhold/billing";
import type { Database } from "@keyhold/core/adapter";
import type { Context } from "@keyhold/core/plugin";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  type Opening,
  openWebhook,
  refundCreated,
  refundWire,
} from "../../../tests/harness/billing/webhook-fixture.ts";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { maxBodies, maxBodyBytes } from "../src/webhook/undecodable-event.ts";

const broken = { type: "refund.created", data: { ...refundWire, amount: "12.50" } };
const none = { handled: 0, duplicate: 0, unhandled: 0, undecodable: 0, failed: 0, busy: 0, unopened: 0 };
const day = 86_400_000;

/** An auth with a handler that records the refunds of each event, and the context of the handlers. */
async function open({ webhook, config, fails = () => false }: Opening & { readonly fails?: () => boolean } = {}) {
  const seen: string[] = [];
  let found: Context | null = null;
  const note = async ({ id, auth }: BillingContext): Promise<void> => {
    found = auth;
    if (id === "to-find-the-context") return;
    if (fails()) throw new Error("the mail server is away");
    seen.push(id);
  };
  const handlers = billingHandlers().on("refund.created", (_, context) => note(context));
  const fixture = openWebhook({ handlers, ...(webhook && { webhook }), ...(config && { config }) });

  async function context(): Promise<Context> {
    await fixture.deliver(refundCreated, { id: "to-find-the-context" });
    return found ?? expect.fail("No handler was run.");
  }

  /** The state left by an older version that could not decode the event. */
  async function deliverToOlderVersion(id: string): Promise<void> {
    expect((await fixture.deliver(broken, { id })).status).toBe(202);
    const { encryptedValues } = await context();
    const row = await fixture.db.find(undecodableEventModel, { eventId: id });
    if (!row) throw new Error("The body was not kept.");
    const body = await encryptedValues.encrypt(["webhook body", id], JSON.stringify(refundCreated));
    await fixture.db.update(undecodableEventModel, row.id, { body });
  }

  const bodyOf = (eventId = "event-1") => fixture.db.find(undecodableEventModel, { eventId });
  const retry = () => fixture.auth.api.retryUndecodableEvents();
  return { ...fixture, seen, context, deliverToOlderVersion, bodyOf, retry };
}

type Fixture = Awaited<ReturnType<typeof open>>;

describe("the body of an undecodable event", () => {
  test("is kept encrypted, once, for thirty days, and no log, event or answer contains it", async () => {
    const fixture = await open();
    for (const note of ["first", "second"]) await fixture.deliver({ ...broken, note });
    const row = (await fixture.bodyOf()) ?? expect.fail();
    expect(row.body).not.toContain("refund-1");
    expect(row.expiresAt).toEqual(new Date(fixture.clock.now().getTime() + 30 * day));
    const { encryptedValues } = await fixture.context();
    const opened = await encryptedValues.open(["webhook body", "event-1"], row.body);
    expect(opened?.text).toBe(JSON.stringify({ ...broken, note: "first" }));
    expect(JSON.stringify([fixture.logged, fixture.events])).not.toContain("refund-1");
    expect(await fixture.db.count(undecodableEventModel, {})).toBe(1);
  });

  test("is also kept with undecodable: refuse", async () => {
    const fixture = await open({ webhook: { undecodable: "refuse" } });
    expect((await fixture.deliver(broken)).status).toBe(400);
    expect(await fixture.bodyOf()).not.toBeNull();
  });

  test("is not kept for decodable events, unknown types included, or after a wrong signature", async () => {
    const fixture = await open();
    await fixture.deliver(refundCreated);
    await fixture.deliver({ type: "wallet.filled", data: {} }, { id: "unknown" });
    await fixture.deliver(broken, { id: "unsigned", secret: "a secret that is not the provider" });
    expect(await fixture.db.count(undecodableEventModel, {})).toBe(0);
  });

  test("is not kept when it is too large: an event is emitted, and the answer is the same", async () => {
    const fixture = await open();
    const large = (length: number) => ({ ...broken, pad: "x".repeat(length) });
    const envelope = JSON.stringify(large(0)).length;
    expect((await fixture.deliver(large(maxBodyBytes - envelope), { id: "fits" })).status).toBe(202);
    expect((await fixture.deliver(large(maxBodyBytes - envelope + 1), { id: "too-large" })).status).toBe(202);
    expect([await fixture.bodyOf("fits"), await fixture.bodyOf("too-large")]).toEqual([expect.anything(), null]);
    expect(fixture.events).toContainEqual({ type: "webhook.unkept", id: "too-large", reason: "too large" });
  });

  test("is removed when the provider sends the event again and it is decodable", async () => {
    const fixture = await open();
    await fixture.deliver(broken);
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(await fixture.bodyOf()).toBeNull();
  });

  test.each([
    [90, 30],
    [null, 30],
    [7, 7],
  ])("goes, with rememberDays %j, after %i days", async (rememberDays, days) => {
    const fixture = await open({ webhook: { rememberDays } });
    await fixture.deliver(broken);
    fixture.clock.forward({ days: days - 1 });
    await fixture.deliver(refundCreated, { id: "before" });
    expect(await fixture.bodyOf()).not.toBeNull();
    fixture.clock.forward({ days: 1, seconds: 1 });
    await fixture.deliver(refundCreated, { id: "after" });
    expect(await fixture.bodyOf()).toBeNull();
  });

  test("is not used after its expiry, although it is not yet removed", async () => {
    const fixture = await open();
    await fixture.deliverToOlderVersion("event-1");
    fixture.clock.forward({ days: 30, seconds: 1 });
    expect(await fixture.retry()).toEqual(none);
    expect(await fixture.bodyOf()).toBeNull();
  });

  test("makes the provider send the event again if it cannot be written", async () => {
    const plan: FaultPlan = {};
    const fixture = await open({ config: { database: faulty(memory(), plan) } });
    plan.faults = [{ at: "insert", model: "billingUndecodableEvent" }];
    expect((await fixture.deliver(broken)).status).toBe(503);
    expect((await fixture.deliver(broken)).status).toBe(202);
    expect(await fixture.bodyOf()).not.toBeNull();
  });
});

describe("after an upgrade", () => {
  test("a server call decodes the event again, and its handlers run once", async () => {
    const fixture = await open();
    await fixture.deliverToOlderVersion("event-1");
    expect(await fixture.retry()).toEqual({ ...none, handled: 1 });
    expect(fixture.seen).toEqual(["event-1"]);
    expect(await fixture.rowOf()).toMatchObject({ status: "handled", attempts: 2, error: null });
    expect(await fixture.bodyOf()).toBeNull();
    expect(await fixture.retry()).toEqual(none);
    expect((await fixture.deliver(refundCreated)).status).toBe(200);
    expect(fixture.seen).toEqual(["event-1"]);
  });

  test("no HTTP request reaches the server call", async () => {
    const fixture = await open();
    const url = "https://app.example.com/api/auth/retry-undecodable-events";
    const response = await fixture.auth.handler(new Request(url, { method: "POST", body: "{}" }));
    expect(response.status).toBe(404);
  });

  test("an event that is still undecodable stays, for the next upgrade", async () => {
    const fixture = await open();
    await fixture.deliver(broken);
    expect(await fixture.retry()).toEqual({ ...none, undecodable: 1 });
    expect(await fixture.rowOf()).toMatchObject({ status: "undecodable" });
    expect((await fixture.bodyOf())?.expiresAt).toEqual(new Date(fixture.clock.now().getTime() + 30 * day));
  });

  test("an event with a failing handler stays until the handler succeeds", async () => {
    let isAway = true;
    const fixture = await open({ fails: () => isAway });
    await fixture.deliverToOlderVersion("event-1");
    expect(await fixture.retry()).toEqual({ ...none, failed: 1 });
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: "webhook.failed", id: "event-1" }));
    isAway = false;
    expect(await fixture.retry()).toEqual({ ...none, handled: 1 });
    expect(fixture.seen).toEqual(["event-1"]);
  });

  test("an event that was handled meanwhile is not handled again, and its body is removed", async () => {
    const fixture = await open();
    await fixture.deliverToOlderVersion("event-1");
    const row = (await fixture.bodyOf()) ?? expect.fail();
    await fixture.deliver(refundCreated);
    await fixture.db.insert(undecodableEventModel, row);
    expect(await fixture.retry()).toEqual({ ...none, duplicate: 1 });
    expect(fixture.seen).toEqual(["event-1"]);
    expect(await fixture.bodyOf()).toBeNull();
  });

  test("every event is decoded, over many pages, failing ones included", async () => {
    const fixture = await open({ fails: () => fixture.seen.length === 13 && fixture.seen.push("failed once") > 0 });
    const ids = Array.from({ length: 45 }, (_, index) => `event-${String(index).padStart(2, "0")}`);
    for (const id of ids) await fixture.deliverToOlderVersion(id);
    expect(await fixture.retry()).toEqual({ ...none, handled: 44, failed: 1 });
    expect(await fixture.retry()).toEqual({ ...none, handled: 1 });
    expect(fixture.seen.filter((id) => id !== "failed once").toSorted()).toEqual(ids);
  });
});

describe("the secret of the auth", () => {
  const [older, newer] = ["only for this test: older 4f9b7c21d8e3a650", "only for this test: newer 4f9b7c21d8e3a651"];

  async function reopened(database: Database, secret: string | readonly [string, ...string[]]): Promise<Fixture> {
    return open({ config: { database, secret } });
  }

  test("may be rotated while the old one is in the list", async () => {
    const database = memory();
    await (await reopened(database, older)).deliverToOlderVersion("event-1");
    const fixture = await reopened(database, [newer, older]);
    expect(await fixture.retry()).toEqual({ ...none, handled: 1 });
  });

  test("encrypts the body of a failing handler again, so that the old one is needed no longer", async () => {
    const database = memory();
    await (await reopened(database, older)).deliverToOlderVersion("event-1");
    const failing = await open({ config: { database, secret: [newer, older] }, fails: () => true });
    expect(await failing.retry()).toEqual({ ...none, failed: 1 });
    expect(await (await reopened(database, newer)).retry()).toEqual({ ...none, handled: 1 });
  });

  test("when it is lost, the body stays encrypted, is not treated as an event, and the log says so", async () => {
    const database = memory();
    await (await reopened(database, older)).deliverToOlderVersion("event-1");
    const fixture = await reopened(database, newer);
    expect(await fixture.retry()).toEqual({ ...none, unopened: 1 });
    expect(fixture.seen).toEqual([]);
    await fixture.auth.idle();
    expect(fixture.logged).toMatchObject([{ level: "error", cause: expect.stringContaining("cannot be decrypted") }]);
  });

  test("a body written by another program, or moved to another event, is rejected", async () => {
    const fixture = await open();
    for (const id of ["one", "other"]) await fixture.deliverToOlderVersion(id);
    const [one, other] = [await fixture.bodyOf("one"), await fixture.bodyOf("other")];
    if (!one || !other) throw new Error("The bodies were not kept.");
    await fixture.db.update(undecodableEventModel, one.id, { body: other.body });
    await fixture.db.update(undecodableEventModel, other.id, { body: JSON.stringify(refundCreated) });
    expect(await fixture.retry()).toEqual({ ...none, unopened: 2 });
    expect(fixture.seen).toEqual([]);
  });
});

const types = ["memory", ...databaseTypes(inject("services"))] as const;

describe.each(types)("undecodable events on %s", (type) => {
  const closing: (() => Promise<void>)[] = [];
  let fixture: Fixture;

  beforeAll(async () => {
    if (type === "memory") {
      fixture = await open();
      return;
    }
    const fresh = await freshDatabase(type, inject("services"));
    const database = openDatabase(fresh);
    closing.push(
      () => database.close(),
      () => fresh.drop(),
    );
    fixture = await open({ config: { database } });
    await (await planMigration(database, fixture.auth.schema)).apply();
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test("are handled once, with sixteen callers and a delivery of the provider's at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      fixture.seen.length = 0;
      const ids = Array.from({ length: 3 }, (_, index) => `raced-${round}-${index}`);
      for (const id of ids) await fixture.deliverToOlderVersion(id);
      const callers = Array.from({ length: 16 }, () => fixture.retry());
      const deliveries = ids.map((id) => fixture.deliver(refundCreated, { id }));
      const [counts, answers] = await Promise.all([Promise.all(callers), Promise.all(deliveries)]);
      expect(fixture.seen.toSorted()).toEqual(ids);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      for (const { failed, unopened, undecodable } of counts)
        expect([failed, unopened, undecodable]).toEqual([0, 0, 0]);
      await fixture.retry();
      expect(await fixture.db.count(undecodableEventModel, {})).toBe(0);
    }
  });

  test("have a body of any length up to the bound, and any character", async () => {
    const note = "€\u{1f4b8}\u0001'; --\\".repeat(10_000);
    expect((await fixture.deliver({ ...broken, note }, { id: "long" })).status).toBe(202);
    expect(await fixture.retry()).toEqual({ ...none, undecodable: 1 });
    await fixture.db.remove(undecodableEventModel, { eventId: "long" });
  });

  test("are kept up to a maximum number, with any number of concurrent deliveries", async () => {
    const expiresAt = new Date(fixture.clock.now().getTime() + day);
    const rows = Array.from({ length: maxBodies - 2 }, (_, index) => ({
      eventId: `full-${index}`,
      sentAt: expiresAt,
      body: "",
      expiresAt,
    }));
    await Promise.all(rows.map((row) => fixture.db.insert(undecodableEventModel, row)));
    const ids = Array.from({ length: 16 }, (_, index) => `over-${index}`);
    const answers = await Promise.all(ids.map((id) => fixture.deliver(broken, { id })));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 202));
    expect(await fixture.db.count(undecodableEventModel, {})).toBeLessThanOrEqual(maxBodies);
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: "webhook.unkept", reason: "too many" }));
    // After a removal, the next event is kept.
    await fixture.db.remove(undecodableEventModel, { sentAt: expiresAt });
    expect((await fixture.deliver(broken, { id: "later" })).status).toBe(202);
    expect(await fixture.bodyOf("later")).not.toBeNull();
  });
});
