import { billingHoldingModel, billingOrderModel, billingSubscriptionModel } from "@keyhold/billing";
import { expect, test } from "vitest";
import { openStore } from "./open.ts";

test("an organization that is deleted between the opening of its checkout and the payment owns nothing, at the app and at the provider", async () => {
  const { auth, person, post, desk, provider, db, clock } = await openStore();
  const ada = await person("ada");
  const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
  const { body } = await post("/checkout", { slug: "pro", referenceId: acme.id }, ada.headers);
  const { body: late } = await post("/checkout", { slug: "pro", referenceId: acme.id }, ada.headers);
  // The provider is away when the organization goes: the payment comes before the removal.
  desk.fail({ path: "/v1/customers/", method: "DELETE", status: 503, times: 1000 });
  await auth.api.organization.delete({ organizationId: acme.id }, { headers: ada.headers });
  await auth.idle();
  await desk.pay(body.url);
  await desk.delivered();
  await auth.idle();
  desk.recover();
  clock.forward({ minutes: 90 });
  await auth.api.work({});
  await desk.delivered();
  await auth.idle();
  await expect(desk.pay(late.url)).rejects.toThrow(/expired/);
  expect(await provider.customers.byOwner(`org:${acme.id}`)).toBeNull();
  expect((await provider.subscriptions.list({ active: true, limit: 10 })).items).toEqual([]);
  for (const model of [billingSubscriptionModel, billingOrderModel, billingHoldingModel])
    expect(await db.count(model, {})).toBe(0);
  expect((await auth.api.listOutbox({ state: "failed" })).entries).toEqual([]);
  expect((await auth.api.listOutbox({ state: "pending" })).entries).toEqual([]);
});

test("a user who signs up again with the address of a deleted account buys as soon as the provider has removed the old customer", async () => {
  const { auth, person, post, buy, desk, provider, clock } = await openStore();
  const before = await person("ada");
  await buy(before.headers, { slug: "book" });
  desk.fail({ path: "/v1/customers/", method: "DELETE", status: 503, times: 1000 });
  await auth.api.deleteUser({}, { headers: before.headers });
  await auth.idle();
  const after = await person("ada");
  expect(after.user.id).not.toBe(before.user.id);
  expect((await post("/checkout", { slug: "pro" }, after.headers)).body.code).toBe("BILLING_CUSTOMER_CONFLICT");
  desk.recover();
  clock.forward({ minutes: 90 });
  await auth.api.work({});
  await buy(after.headers, { slug: "pro" });
  const orders = await auth.api.customer.orders.list({}, { headers: after.headers });
  expect(orders.result.items).toHaveLength(1);
  expect(await provider.customers.byOwner(before.user.id)).toBeNull();
});

test("a banned owner neither buys nor manages, and the subscription of the owner runs on", async () => {
  const { person, post, buy, provider, get } = await openStore();
  const root = await person("root", { role: "admin" });
  const { user, headers } = await person("ada");
  await buy(headers, { slug: "pro" });
  expect((await post("/admin/ban-user", { userId: user.id }, root.headers)).status).toBe(200);
  for (const path of ["/checkout", "/customer/portal"])
    expect((await post(path, { slug: "pro" }, headers)).status, path).toBe(401);
  expect((await get("/billing/state", {}, headers)).status).toBe(401);
  const { items } = await provider.subscriptions.list({ ownerId: user.id });
  expect(items).toMatchObject([{ status: "active", cancelAtPeriodEnd: false }]);
});
