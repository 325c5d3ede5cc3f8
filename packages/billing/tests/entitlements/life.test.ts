import type { CallOptions } from "@keyhold/core";
import { describe, expect, test } from "vitest";
import { openShop } from "./shop.ts";

type HeadersOf = NonNullable<CallOptions["headers"]>;

/* What was paid for unlocks, by the webhooks of a provider over HTTP. */

describe("an entitlement", () => {
  test("is there as soon as the webhook of the purchase is handled, and is told once", async () => {
    const { api, buy, person, toldSince } = await openShop();
    const { user, headers } = await person("ada");
    expect(await api.has({ entitlement: "pro" }, { headers })).toEqual({ has: false, because: "never-bought" });
    await buy(user.id, "pro");
    expect(await api.has({ entitlement: "pro" }, { headers })).toMatchObject({ has: true, because: "subscription" });
    expect(await api.has({ entitlement: "export", userId: user.id })).toMatchObject({ has: true, because: "benefit" });
    expect(await api.has({ entitlement: "calls", userId: user.id, units: 100 })).toMatchObject({ balance: 100 });
    expect(await api.has({ entitlement: "calls", userId: user.id, units: 101 })).toMatchObject({
      because: "no-balance",
    });
    expect(toldSince()).toEqual(["user gained calls", "user gained export", "user gained pro"]);
  });

  test("canceled at the end of the period stays until then, and is told as lost once", async () => {
    const { api, buy, clock, desk, person, provider, settled, subscriptionOf, toldSince } = await openShop();
    const { user } = await person("ada");
    await buy(user.id, "yearly");
    expect(toldSince()).toEqual(["user gained pro"]);
    const { id, currentPeriodEnd } = await subscriptionOf(user.id);
    await provider.subscriptions.cancel(id);
    await settled();
    const asked = () => api.has({ entitlement: "pro", userId: user.id });
    expect(await asked()).toMatchObject({ has: true, until: currentPeriodEnd });
    expect(toldSince()).toEqual([]);
    await desk.clock.forward({ months: 12 });
    await settled();
    expect(clock.now() >= (currentPeriodEnd ?? clock.now())).toBe(true);
    expect(await asked()).toEqual({ has: false, because: "ended" });
    expect(toldSince()).toEqual(["user lost pro"]);
  });

  test("ends by the clock without an event of the provider, and the hourly work tells it once", async () => {
    const { api, auth, buy, desk, ctx, person, provider, settled, subscriptionOf, toldSince } = await openShop();
    const { user } = await person("ada");
    await buy(user.id, "yearly");
    await provider.subscriptions.cancel((await subscriptionOf(user.id)).id);
    await settled();
    desk.deliver({ drop: 1 });
    await desk.clock.forward({ months: 12 });
    expect(await api.has({ entitlement: "pro", userId: user.id })).toEqual({ has: false, because: "ended" });
    toldSince();
    for (const round of [1, 2]) {
      for (const sweep of ctx.hooks("sweep")) await sweep(ctx);
      await auth.idle();
      expect(toldSince()).toEqual(round === 1 ? ["user lost pro"] : []);
    }
  });

  test("of a revoked subscription ends at once, with its benefits", async () => {
    const { api, buy, person, provider, settled, subscriptionOf, toldSince } = await openShop();
    const { user } = await person("ada");
    await buy(user.id, "pro");
    toldSince();
    await provider.subscriptions.revoke((await subscriptionOf(user.id)).id);
    await settled();
    for (const entitlement of ["pro", "export"] as const) {
      expect(await api.has({ entitlement, userId: user.id })).toEqual({ has: false, because: "ended" });
    }
    expect(toldSince()).toEqual(["user lost calls", "user lost export", "user lost pro"]);
  });

  test("of a failed payment stays for the days of grace, and comes back with the payment", async () => {
    const { api, buy, desk, person, settled, subscriptionOf, toldSince } = await openShop();
    const { user } = await person("ada");
    await buy(user.id, "pro");
    toldSince();
    const { customerId } = await subscriptionOf(user.id);
    const asked = () => api.has({ entitlement: "pro", userId: user.id });
    desk.setCard(customerId, "declined");
    await desk.clock.forward({ months: 1 });
    await settled();
    expect(await asked()).toMatchObject({ has: true, because: "grace" });
    await desk.clock.forward({ days: 4 });
    await settled();
    expect(await asked()).toEqual({ has: false, because: "past-due" });
    desk.setCard(customerId, "works");
    await desk.clock.forward({ days: 10 });
    await settled();
    expect(await asked()).toMatchObject({ has: true, because: "subscription" });
  });

  test("is there during a trial", async () => {
    const { api, buy, desk, person, settled } = await openShop();
    const { user } = await person("ada");
    await buy(user.id, "tried");
    const asked = () => api.has({ entitlement: "tried", userId: user.id });
    expect(await asked()).toMatchObject({ has: true, because: "trial" });
    await desk.clock.forward({ days: 8 });
    await settled();
    expect(await asked()).toMatchObject({ has: true, because: "subscription" });
  });

  test("of an order that is refunded in full ends, unless another order gives it", async () => {
    const { api, buy, desk, person, provider, settled, toldSince } = await openShop();
    const { user } = await person("ada");
    await buy(user.id, "book");
    await buy(user.id, "book");
    expect(toldSince()).toEqual(["user gained book"]);
    const orders = (await provider.orders.list({ ownerId: user.id })).items;
    const refund = async (index: number) => {
      const order = orders[index];
      const body = { order_id: order?.id, reason: "customer_request", amount: order?.netAmount };
      const answer = await fetch(`${desk.origin}/v1/refunds/`, {
        method: "POST",
        headers: { authorization: `Bearer ${desk.accessToken}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBeLessThan(300);
      await settled();
    };
    const asked = () => api.has({ entitlement: "book", userId: user.id });
    await refund(0);
    expect(await asked()).toMatchObject({ has: true, because: "order", source: orders[1]?.id });
    expect(toldSince()).toEqual([]);
    await refund(1);
    expect(await asked()).toEqual({ has: false, because: "ended" });
    expect(toldSince()).toEqual(["user lost book"]);
  });

  test("of an organization is there for members who work in it, and for no other user", async () => {
    const { api, auth, buy, person, toldSince } = await openShop();
    const [ada, bob, eve] = [await person("ada"), await person("bob"), await person("eve")];
    const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
    await auth.api.organization.addMember({ organizationId: acme.id, userId: bob.user.id, role: "member" });
    await buy(`org:${acme.id}`, "pro");
    expect(toldSince()).toEqual(["organization gained calls", "organization gained export", "organization gained pro"]);
    const asked = ({ headers }: { headers: HeadersOf }) => api.has({ entitlement: "pro" }, { headers });
    expect((await asked(bob)).has).toBe(false);
    await auth.api.organization.setActive({ organizationId: acme.id }, { headers: bob.headers });
    expect(await asked(bob)).toMatchObject({ has: true, because: "subscription" });
    expect((await asked(eve)).has).toBe(false);
    expect((await api.has({ entitlement: "pro", userId: bob.user.id })).has).toBe(false);
    expect((await api.has({ entitlement: "pro", organizationId: acme.id })).has).toBe(true);
    await auth.api.organization.removeMember(
      { organizationId: acme.id, memberIdOrEmail: "bob@example.com" },
      { headers: ada.headers },
    );
    expect((await asked(bob)).has).toBe(false);
  });

  test("of a customer that the provider deletes ends", async () => {
    const { api, buy, person, provider, settled } = await openShop();
    const { user } = await person("ada");
    await buy(user.id, "pro");
    await buy(user.id, "book");
    await provider.customers.remove(user.id);
    await settled();
    for (const entitlement of ["pro", "book"] as const) {
      expect((await api.has({ entitlement, userId: user.id })).has).toBe(false);
    }
  });

  test("is told once each, in any order of events, repeated and late", async () => {
    const { api, buy, person, provider, settled, subscriptionOf, toldSince } = await openShop({
      deliver: { order: "shuffled", duplicates: 2, stale: true },
    });
    const { user } = await person("ada");
    await buy(user.id, "pro");
    await buy(user.id, "book");
    expect(toldSince()).toEqual(["book", "calls", "export", "pro"].map((name) => `user gained ${name}`));
    await provider.subscriptions.revoke((await subscriptionOf(user.id)).id);
    await settled();
    expect(toldSince()).toEqual(["calls", "export", "pro"].map((name) => `user lost ${name}`));
    expect((await api.has({ entitlement: "book", userId: user.id })).has).toBe(true);
  });
});

describe("require", () => {
  test("answers as has, or fails with 402 and the name", async () => {
    const { api, buy, person } = await openShop();
    const { user, headers } = await person("ada");
    await expect(api.require({ entitlement: "pro" }, { headers })).rejects.toMatchObject({
      code: "ENTITLEMENT_REQUIRED",
      status: 402,
      message: expect.stringContaining("pro"),
    });
    await buy(user.id, "pro");
    expect(await api.require({ entitlement: "pro" }, { headers })).toMatchObject({ has: true });
  });

  test("fails with 401 without a session, and has answers false", async () => {
    const { api } = await openShop();
    const headers = new Headers();
    await expect(api.require({ entitlement: "pro" }, { headers })).rejects.toMatchObject({ status: 401 });
    expect(await api.has({ entitlement: "pro" }, { headers })).toEqual({ has: false, because: "never-bought" });
  });

  test("is no route", async () => {
    const { auth } = await openShop();
    for (const path of ["has", "require"]) {
      const url = `https://app.example.com/api/auth/billing/${path}`;
      const body = JSON.stringify({ entitlement: "pro", userId: "ada" });
      const headers = { "content-type": "application/json", origin: "https://app.example.com" };
      expect((await auth.handler(new Request(url, { method: "POST", headers, body }))).status).toBe(404);
    }
  });
});

describe("GET /billing/state", () => {
  test("has each entitlement with the reason: of the caller with the active organization, or of an organization", async () => {
    const { auth, api, buy, person } = await openShop();
    const { user, headers } = await person("ada");
    const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
    await auth.api.organization.setActive({ organizationId: acme.id }, { headers });
    await buy(user.id, "book");
    await buy(`org:${acme.id}`, "yearly");
    const { entitlements } = await api.state({}, { headers });
    expect(entitlements).toMatchObject({
      book: { has: true, because: "order" },
      pro: { has: true, because: "subscription" },
      export: { has: false, because: "never-bought" },
    });
    const own = await api.state({ organizationId: acme.id }, { headers });
    expect(own.entitlements).toMatchObject({ book: { has: false }, pro: { has: true } });
  });
});
