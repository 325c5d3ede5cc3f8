import { billingUsageModel } from "@keyhold/billing";
import { describe, expect, test } from "vitest";
import { openUsage } from "./open.ts";

const path = "/v1/events/ingest";

describe.each(["2026-04", "2025-05"] as const)("usage at a provider of version %s", (apiVersion) => {
  test("waits while the provider is away, and is counted once after", async () => {
    const { api, auth, atProvider, buy, clock, desk, person, settled } = await openUsage({ apiVersion });
    const { user } = await person("ada");
    await buy(user.id);
    // An unavailable provider may have got the usage, so the older version answers with a rejected token.
    desk.fail({ path, status: apiVersion === "2026-04" ? 503 : 401 });
    await api.track({ event: "call", userId: user.id, units: 2 });
    await settled();
    clock.forward({ hours: 1 });
    await api.track({ event: "call", userId: user.id, units: 3 });
    await settled();
    expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 5 });
    expect(await atProvider(user.id)).toBe(10);
    desk.recover();
    clock.forward({ hours: 2 });
    await auth.api.work({});
    await settled();
    expect(await atProvider(user.id)).toBe(5);
    expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 5 });
  });

  test("that the provider refuses is set aside with the reason, and the others of the batch are sent", async () => {
    const { api, atProvider, buy, clock, db, events, person, settled } = await openUsage({ apiVersion });
    const { user } = await person("ada");
    await buy(user.id);
    await api.track({ event: "call", userId: user.id });
    // No schema of ours lets this through: another process of another version has written it.
    const [row] = await db.list(billingUsageModel, { owner: user.id }, { orderBy: "id", limit: 1 });
    await settled();
    if (!row) throw new Error("Nothing was tracked.");
    const open = { ...row, batch: "open", createdAt: clock.now() };
    await db.insert(billingUsageModel, { ...open, id: "poisoned", metadata: { units: 1, note: "" } });
    await db.insert(billingUsageModel, { ...open, id: "sound" });
    clock.forward({ seconds: 11 });
    await api.sendUsage({});
    await settled();
    expect(await atProvider(user.id)).toBe(8);
    expect(await db.find(billingUsageModel, { id: "poisoned" })).toMatchObject({
      batch: "refused",
      reason: expect.stringContaining("note"),
    });
    expect(events.filter(({ type }) => type === "usage.refused")).toMatchObject([
      { id: "poisoned", event: "call", ownerKind: "user", ownerId: user.id, reason: expect.any(String) },
    ]);
    expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 8 });
  });

  test("of which the answer was lost is counted once, or held and told", async () => {
    const { api, auth, atProvider, buy, clock, desk, events, person, settled } = await openUsage({ apiVersion });
    const { user } = await person("ada");
    await buy(user.id);
    desk.fail({ path, status: 500, afterWriting: true, times: 1 });
    await api.track({ event: "call", userId: user.id, units: 4 });
    await settled();
    clock.forward({ minutes: 5 });
    await auth.api.work({});
    await settled();
    expect(await atProvider(user.id)).toBe(6);
    expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 6 });
    const held = events.filter((event) => event.type === "usage.held");
    expect(held).toMatchObject(apiVersion === "2025-05" ? [{ batch: expect.any(String), events: 1 }] : []);
    for (const { batch } of held) {
      expect(await auth.api.billing.settleUsage({ batch, wasCounted: true })).toEqual({ status: true });
      expect(await auth.api.billing.settleUsage({ batch, wasCounted: false })).toEqual({ status: false });
    }
    clock.forward({ hours: 1 });
    await auth.api.work({});
    await settled();
    expect(await atProvider(user.id)).toBe(6);
  });
});

describe("at a provider that does not recognize repeated usage", () => {
  const apiVersion = "2025-05";

  test("a held batch is sent again when the app says that it was not counted", async () => {
    const { api, auth, atProvider, buy, desk, events, person, settled } = await openUsage({ apiVersion });
    const { user } = await person("ada");
    await buy(user.id);
    desk.fail({ path, status: 500, times: 1 });
    await api.track({ event: "call", userId: user.id, units: 4 });
    await settled();
    const [held] = events.filter((event) => event.type === "usage.held");
    expect(await atProvider(user.id)).toBe(10);
    await auth.api.billing.settleUsage({ batch: held?.batch ?? "", wasCounted: false });
    await settled();
    expect(await atProvider(user.id)).toBe(6);
    expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 6 });
  });

  test('"resend" sends it again without a question', async () => {
    const { api, auth, atProvider, buy, clock, desk, events, person, settled } = await openUsage({
      apiVersion,
      usage: { onUncertain: "resend" },
    });
    const { user } = await person("ada");
    await buy(user.id);
    desk.fail({ path, status: 500, afterWriting: true, times: 1 });
    await api.track({ event: "call", userId: user.id, units: 4 });
    await settled();
    clock.forward({ minutes: 5 });
    await auth.api.work({});
    await settled();
    expect(events.filter(({ type }) => type === "usage.held")).toEqual([]);
    expect(await atProvider(user.id)).toBe(2);
  });
});
