import { billingHoldingModel, billingUsageBatchModel, billingUsageModel } from "@keyhold/billing";
import { describe, expect, test } from "vitest";
import { openUsage } from "./open.ts";

describe("a tracked use", () => {
  test("is sent to the provider behind the answer, and taken from the balance once", async () => {
    const { api, atProvider, buy, eventsSent, person, settled } = await openUsage();
    const { user } = await person("ada");
    await buy(user.id);
    expect(await api.track({ event: "call", userId: user.id, units: 3 })).toMatchObject({ isNew: true });
    await settled();
    expect(eventsSent()).toMatchObject([
      { name: "call", external_customer_id: user.id, external_id: expect.any(String), metadata: { units: 3 } },
    ]);
    expect(await atProvider(user.id)).toBe(7);
    expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 7 });
  });

  test("counts as the meter of the provider counts: a unit, the named field, an event", async () => {
    const { api, atProvider, buy, person, settled } = await openUsage();
    const { user } = await person("ada");
    await buy(user.id);
    await api.track({ event: "call", userId: user.id });
    await api.track({ event: "tokens", userId: user.id, metadata: { tokens: 250.5, model: "small" } });
    await api.track({ event: "tokens", userId: user.id, units: 100 });
    await api.track({ event: "visit", userId: user.id });
    await api.track({ event: "free", userId: user.id });
    const known = await api.has({ entitlement: "visits", userId: user.id });
    expect(known).toMatchObject({ balance: 4 });
    await settled();
    expect(await atProvider(user.id)).toBe(9);
    expect(await atProvider(user.id, "tokens")).toBe(649.5);
    expect(await atProvider(user.id, "visits")).toBe(4);
  });

  test("with negative units is a credit: it counts when the provider has counted it, also beside uses", async () => {
    const { api, atProvider, buy, person, settled } = await openUsage();
    const { user } = await person("ada");
    await buy(user.id);
    const balance = async () => {
      const has = await api.has({ entitlement: "calls", userId: user.id });
      return has.has && has.balance;
    };
    await api.track({ event: "call", userId: user.id, metadata: { units: -5 } });
    expect(await balance()).toBe(10);
    await settled();
    expect([await atProvider(user.id), await balance()]).toEqual([15, 15]);
    await api.track({ event: "call", userId: user.id, units: 10 });
    await api.track({ event: "call", userId: user.id, metadata: { units: -4 } });
    expect(await balance()).toBe(5);
    await settled();
    expect([await atProvider(user.id), await balance()]).toEqual([9, 9]);
    await expect(api.reserve({ event: "call", userId: user.id, units: 10 })).rejects.toMatchObject({ status: 402 });
    expect(await api.reserve({ event: "call", userId: user.id, units: 9 })).toMatchObject({ balance: 0 });
  });

  test("with a key that the owner has used for the event is no further use", async () => {
    const { api, eventsSent, person, settled } = await openUsage();
    const [ada, bob] = [(await person("ada")).user, (await person("bob")).user];
    expect(await api.track({ event: "call", userId: ada.id, key: "request-1" })).toMatchObject({ isNew: true });
    expect(await api.track({ event: "call", userId: ada.id, key: "request-1" })).toMatchObject({ isNew: false });
    expect(await api.track({ event: "visit", userId: ada.id, key: "request-1" })).toMatchObject({ isNew: true });
    expect(await api.track({ event: "call", userId: bob.id, key: "request-1" })).toMatchObject({ isNew: true });
    expect(await api.track({ event: "call", organizationId: ada.id, key: "request-1" })).toMatchObject({ isNew: true });
    await settled();
    const ids = eventsSent().map((event) => event.external_id);
    expect(new Set(ids).size).toBe(4);
    expect(ids).toHaveLength(4);
  });

  test("of a session belongs to the active organization, else to the user", async () => {
    const { api, auth, eventsSent, person, settled } = await openUsage();
    const { user, headers } = await person("ada");
    await api.track({ event: "call" }, { headers });
    const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
    await auth.api.organization.setActive({ organizationId: acme.id }, { headers });
    await api.track({ event: "call" }, { headers });
    await expect(api.track({ event: "call" }, { headers: new Headers() })).rejects.toMatchObject({ status: 401 });
    await settled();
    const owners = eventsSent().map((event) => event.external_customer_id);
    expect(owners.sort()).toEqual([user.id, `org:${acme.id}`].sort());
  });

  test("in a transaction of the app is rolled back with it, and sent only after the commit", async () => {
    const { api, auth, eventsSent, person, settled } = await openUsage();
    const { user } = await person("ada");
    const use = { event: "call", userId: user.id, key: "job-1" } as const;
    const failing = auth.transaction(async (transaction) => {
      await transaction.api.billing.track(use);
      throw new Error("The job failed.");
    });
    await expect(failing).rejects.toThrow("The job failed.");
    await settled();
    expect(eventsSent()).toEqual([]);
    await auth.transaction(async (transaction) => {
      expect(await transaction.api.billing.track(use)).toMatchObject({ isNew: true });
    });
    expect(await api.track(use)).toMatchObject({ isNew: false });
    await settled();
    expect(eventsSent()).toHaveLength(1);
  });

  test("of an owner who never bought is kept by the provider for the customer to come", async () => {
    const { api, atProvider, buy, desk, person, provider, settled } = await openUsage();
    const { user } = await person("ada");
    await api.track({ event: "call", userId: user.id, units: 2 });
    await settled();
    expect(await provider.customers.byOwner(user.id)).toBeNull();
    await buy(user.id);
    await desk.delivered();
    // What was used before the purchase is in the provider's own balance.
    const left = await atProvider(user.id);
    expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: left });
  });

  test("goes with the deletion of its owner, also if it is tracked after", async () => {
    const { api, auth, buy, db, desk, person, provider, settled, clock } = await openUsage();
    const { user, headers } = await person("ada");
    desk.fail({ path: "/v1/events/ingest", status: 503 });
    await api.track({ event: "call", userId: user.id });
    await settled();
    expect(await db.list(billingUsageModel, { owner: user.id }, { orderBy: "id", limit: 9 })).toHaveLength(1);
    await auth.api.deleteUser({ password: undefined } as never, { headers });
    expect(await db.list(billingUsageModel, { owner: user.id }, { orderBy: "id", limit: 9 })).toHaveLength(0);
    await api.track({ event: "call", userId: user.id });
    await settled();
    clock.forward({ minutes: 76 });
    await auth.api.work({});
    expect(await db.list(billingUsageModel, { owner: user.id }, { orderBy: "id", limit: 9 })).toHaveLength(0);
    expect(await provider.customers.byOwner(user.id)).toBeNull();
    expect(buy).toBeDefined();
  });

  test("of an undeclared event, or with several units of a meter that counts events, is an error of the app", async () => {
    const { api } = await openUsage();
    await expect(api.track({ event: "calls" as "call", userId: "ada" })).rejects.toThrow(/no event calls/);
    await expect(api.track({ event: "constructor" as "call", userId: "ada" })).rejects.toThrow(/no event constructor/);
    await expect(api.track({ event: "visit", userId: "ada", units: 2 })).rejects.toThrow(/counts events/);
  });

  test("is forgotten after rememberDays, with its key", async () => {
    const { api, clock, ctx, db, person, settled } = await openUsage({ usage: { rememberDays: 2 } });
    const { user } = await person("ada");
    const use = { event: "call", userId: user.id, key: "once" } as const;
    await api.track(use);
    await settled();
    const sweep = async () => {
      for (const hook of ctx.hooks("sweep")) await hook(ctx);
    };
    const rows = async () => [
      ...(await db.list(billingUsageModel, {}, { orderBy: "id", limit: 9 })),
      ...(await db.list(billingUsageBatchModel, {}, { orderBy: "id", limit: 9 })),
    ];
    clock.forward({ days: 1 });
    await sweep();
    expect(await rows()).toHaveLength(2);
    clock.forward({ days: 2 });
    await sweep();
    expect(await rows()).toEqual([]);
  });
});

describe("the known balance", () => {
  test("is the provider's last balance without what was tracked since, in has, the state and the list of meters", async () => {
    const { api, auth, buy, desk, person, settled } = await openUsage();
    const { user, headers } = await person("ada");
    await buy(user.id);
    desk.fail({ path: "/v1/events/ingest", status: 503 });
    for (let index = 0; index < 4; index += 1) await api.track({ event: "call", userId: user.id, units: 2 });
    const asked = async () => {
      const { balances } = await auth.api.billing.state({}, { headers });
      const { result } = await auth.api.usage.meters.list({}, { headers });
      const ofCalls = (items: readonly Record<string, unknown>[]) =>
        items.find(({ meterId }) => meterId === desk.meters.calls);
      const [state, listed] = [ofCalls(balances), ofCalls(result.items)];
      const has = await api.has({ entitlement: "calls", userId: user.id });
      return [has.has && has.balance, state?.balance, state?.consumedUnits, listed?.balance, listed?.consumedUnits];
    };
    expect(await asked()).toEqual([2, 2, 8, 2, 8]);
    expect(await api.has({ entitlement: "calls", userId: user.id, units: 3 })).toEqual({
      has: false,
      because: "no-balance",
    });
    await settled();
    expect(await asked()).toEqual([2, 2, 8, 2, 8]);
    desk.recover();
    await auth.api.billing.sendUsage({});
    await settled();
    expect(await asked()).toEqual([2, 2, 8, 2, 8]);
  });

  test("has what was sent taken from it until the provider's own balance comes, whatever is lost", async () => {
    const { api, atProvider, buy, ctx, desk, clock, person, settled } = await openUsage();
    const { user } = await person("ada");
    await buy(user.id);
    desk.deliver({ drop: 1 });
    await api.track({ event: "call", userId: user.id, units: 4 });
    await settled();
    const left = async () => {
      const has = await api.has({ entitlement: "calls", userId: user.id });
      return has.has && has.balance;
    };
    expect(await left()).toBe(6);
    expect(await atProvider(user.id)).toBe(6);
    clock.forward({ minutes: 11 });
    for (const hook of ctx.hooks("sweep")) await hook(ctx);
    expect(await left()).toBe(6);
  });

  test("is asked for although the provider fails for another owner", async () => {
    const { api, buy, ctx, db, desk, clock, person, settled } = await openUsage();
    const users = [(await person("ada")).user, (await person("bob")).user, (await person("eve")).user];
    for (const { id } of users) await buy(id);
    desk.deliver({ drop: 1 });
    for (const { id: userId } of users) await api.track({ event: "call", userId });
    await settled();
    clock.forward({ minutes: 11 });
    const open = async () => {
      const rows = await db.list(billingHoldingModel, {}, { orderBy: "id", limit: 9 });
      return rows.flatMap(({ owner, usageSentAt }) => (usageSentAt === null ? [] : owner));
    };
    const waiting = await open();
    expect(waiting).toHaveLength(3);
    desk.fail({ path: `/v1/customers/external/${waiting[0]}`, status: 500 });
    for (const hook of ctx.hooks("sweep")) await hook(ctx);
    expect(await open()).toEqual([waiting[0]]);
  });

  test("answers track as far as this process knows", async () => {
    const { api, buy, person, settled } = await openUsage();
    const { user } = await person("ada");
    await buy(user.id);
    expect(await api.track({ event: "call", userId: user.id })).toEqual({ isNew: true, balance: null });
    await settled();
    expect(await api.track({ event: "call", userId: user.id, units: 2 })).toEqual({ isNew: true, balance: 7 });
    expect(await api.track({ event: "call", userId: user.id, units: 2 })).toEqual({ isNew: true, balance: 5 });
  });
});
