import { expect, test } from "vitest";
import { openUsage } from "./open.ts";

test("reserve takes units of the balance, answers what is left, and is sent as a use", async () => {
  const { api, atProvider, buy, person, settled } = await openUsage();
  const { user, headers } = await person("ada");
  await buy(user.id);
  expect(await api.reserve({ event: "call", units: 4 }, { headers })).toEqual({ isNew: true, balance: 6 });
  expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 6 });
  await settled();
  expect(await atProvider(user.id)).toBe(6);
  expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 6 });
  expect(await api.reserve({ event: "call", units: 6 }, { headers })).toEqual({ isNew: true, balance: 0 });
  await expect(api.reserve({ event: "call", units: 0.5 }, { headers })).rejects.toMatchObject({
    code: "BILLING_UNITS_EXHAUSTED",
    status: 402,
    message: expect.stringContaining("call"),
  });
});

test("reserve counts what was tracked a moment ago", async () => {
  const { api, buy, person } = await openUsage();
  const { user } = await person("ada");
  await buy(user.id);
  await api.track({ event: "call", userId: user.id, units: 9 });
  await expect(api.reserve({ event: "call", userId: user.id, units: 2 })).rejects.toMatchObject({ status: 402 });
  expect(await api.reserve({ event: "call", userId: user.id })).toMatchObject({ balance: 0 });
});

test("reserve refuses an owner without a balance, and without an owner", async () => {
  const { api, person } = await openUsage();
  const { user } = await person("ada");
  await expect(api.reserve({ event: "call", userId: user.id })).rejects.toMatchObject({ status: 402 });
  await expect(api.reserve({ event: "call" })).rejects.toMatchObject({ status: 401 });
  await expect(api.reserve({ event: "free", userId: user.id })).rejects.toThrow(/takes no units/);
});

test("a reservation in a transaction of the app gives the units back with its rollback", async () => {
  const { api, auth, buy, eventsSent, person, settled } = await openUsage();
  const { user } = await person("ada");
  await buy(user.id);
  const failing = auth.transaction(async (transaction) => {
    expect(await transaction.api.billing.reserve({ event: "call", userId: user.id, units: 7 })).toMatchObject({
      balance: 3,
    });
    throw new Error("The job failed.");
  });
  await expect(failing).rejects.toThrow("The job failed.");
  await settled();
  expect(eventsSent()).toEqual([]);
  expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 10 });
});

test("the balance that track answers after a reservation counts each use once", async () => {
  const { api, buy, person } = await openUsage();
  const { user } = await person("ada");
  await buy(user.id);
  await api.track({ event: "call", userId: user.id, units: 2 });
  expect(await api.reserve({ event: "call", userId: user.id, units: 3 })).toMatchObject({ balance: 5 });
  expect(await api.track({ event: "call", userId: user.id })).toMatchObject({ balance: 4 });
});
