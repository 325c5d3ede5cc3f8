import { expect, test } from "vitest";
import { openUsage } from "./open.ts";

test("units of a meter that needs a subscription are not reserved without the subscription, also where more than the balance is sold", async () => {
  const { api, buy, person, provider, settled, eventsSent } = await openUsage();
  const { user } = await person("ada");
  await buy(user.id);
  const use = { event: "tokens", userId: user.id, units: 5000 } as const;
  expect(await api.reserve(use)).toMatchObject({ isNew: true });
  const [bought] = (await provider.subscriptions.list({ ownerId: user.id })).items;
  await provider.subscriptions.revoke(String(bought?.id));
  await settled();
  expect(await api.has({ entitlement: "tokens", userId: user.id })).toEqual({ has: false, because: "ended" });
  await expect(api.reserve(use)).rejects.toMatchObject({ status: 402, code: "ENTITLEMENT_REQUIRED" });
  await settled();
  expect(eventsSent()).toHaveLength(1);
});

test("usage tracked after the end of a subscription reaches the provider, and unlocks nothing", async () => {
  const { api, buy, person, provider, settled, eventsSent } = await openUsage();
  const { user } = await person("ada");
  await buy(user.id);
  const [bought] = (await provider.subscriptions.list({ ownerId: user.id })).items;
  await provider.subscriptions.revoke(String(bought?.id));
  await settled();
  expect(await api.track({ event: "call", userId: user.id, units: 3 })).toMatchObject({ isNew: true });
  await settled();
  expect(eventsSent()).toMatchObject([{ external_customer_id: user.id, metadata: { units: 3 } }]);
  const has = { has: false, because: "no-balance" };
  expect(await api.has({ entitlement: "calls", userId: user.id })).toEqual(has);
  await expect(api.reserve({ event: "call", userId: user.id })).rejects.toMatchObject({ status: 402 });
});

test("units of the active organization are reserved with the subscription of its member, if the call has the session", async () => {
  const { api, auth, buy, person, provider, settled } = await openUsage();
  const { user, headers } = await person("ada");
  const { id } = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
  await auth.api.organization.setActive({ organizationId: id }, { headers });
  await buy(user.id);
  await buy(`org:${id}`);
  const [bought] = (await provider.subscriptions.list({ ownerId: `org:${id}` })).items;
  await provider.subscriptions.revoke(String(bought?.id));
  await settled();
  expect(await api.has({ entitlement: "tokens" }, { headers })).toMatchObject({ has: true });
  expect(await api.reserve({ event: "tokens", units: 2 }, { headers })).toMatchObject({ isNew: true });
  const named = { event: "tokens", units: 2, organizationId: id } as const;
  expect(await api.has({ entitlement: "tokens", organizationId: id })).toMatchObject({ has: false });
  await expect(api.reserve(named)).rejects.toMatchObject({ code: "ENTITLEMENT_REQUIRED" });
  await settled();
});
