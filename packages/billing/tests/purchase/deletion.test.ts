import { expect, test } from "vitest";
import { openStore } from "./open.ts";

/* The deletion of an owner: nothing runs for nobody, and nothing is bought for nobody. */

test("a user with a running subscription cannot be deleted, and nothing has changed", async () => {
  const { auth, person, buy, provider } = await openStore();
  const ada = await person("ada");
  await buy(ada.headers, { slug: "pro" });
  await expect(auth.api.deleteUser({}, { headers: ada.headers })).rejects.toMatchObject({
    code: "BILLING_SUBSCRIPTION_ACTIVE",
    status: 409,
  });
  expect(await auth.session(ada.headers)).not.toBeNull();
  await auth.api.work({});
  expect(await provider.customers.byOwner(ada.user.id)).not.toBeNull();
});

test("a user whose subscription ends with its period, or who has bought once, is deleted here and at the provider", async () => {
  const { auth, person, buy, provider, post, clock } = await openStore();
  const ada = await person("ada");
  await buy(ada.headers, { slug: "book" });
  await buy(ada.headers, { slug: "pro" });
  const { subscriptions } = await auth.api.billing.state({}, { headers: ada.headers });
  const subscriptionId = String(subscriptions[0]?.id);
  clock.forward({ minutes: 1 });
  expect((await post("/billing/subscription/cancel", { subscriptionId }, ada.headers)).status).toBe(200);
  await auth.api.deleteUser({}, { headers: ada.headers });
  await auth.idle();
  expect(await provider.customers.byOwner(ada.user.id)).toBeNull();
});

test("with onDelete cancel the subscription of a deleted user ends at the provider", async () => {
  const { auth, person, buy, provider } = await openStore({ customers: { onDelete: "cancel", anonymize: true } });
  const ada = await person("ada");
  await buy(ada.headers, { slug: "pro" });
  const [subscription] = (await provider.subscriptions.list({ ownerId: ada.user.id })).items;
  await auth.api.deleteUser({}, { headers: ada.headers });
  await auth.idle();
  expect(await provider.customers.byOwner(ada.user.id)).toBeNull();
  expect(await provider.subscriptions.get(String(subscription?.id))).toMatchObject({ status: "canceled" });
});

test("an organization with a running subscription cannot be deleted, and without one it is removed at the provider", async () => {
  const { auth, person, buy, provider, post } = await openStore();
  const ada = await person("ada");
  const { headers } = ada;
  const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
  await buy(headers, { slug: "pro", referenceId: acme.id });
  const remove = () => auth.api.organization.delete({ organizationId: acme.id }, { headers });
  await expect(remove()).rejects.toMatchObject({ code: "BILLING_SUBSCRIPTION_ACTIVE", status: 409 });
  const { subscriptions } = await auth.api.billing.state({ organizationId: acme.id }, { headers });
  const subscriptionId = String(subscriptions[0]?.id);
  expect((await post("/billing/subscription/cancel", { subscriptionId, at: "now" }, headers)).status).toBe(200);
  await remove();
  await auth.idle();
  expect(await provider.customers.byOwner(`org:${acme.id}`)).toBeNull();
});

test("an open checkout of a deleted user cannot be paid", async () => {
  const { auth, person, post, desk } = await openStore();
  const ada = await person("ada");
  const { body } = await post("/checkout", { slug: "pro" }, ada.headers);
  await auth.api.deleteUser({}, { headers: ada.headers });
  await auth.idle();
  await expect(desk.pay(body.url)).rejects.toThrow(/expired/);
});

test("a checkout without a customer that is paid after the deletion runs for an hour and a quarter at most", async () => {
  const { auth, person, post, desk, provider, clock } = await openStore();
  const ada = await person("ada", { emailVerified: false });
  const { body } = await post("/checkout", { slug: "pro" }, ada.headers);
  await auth.api.deleteUser({}, { headers: ada.headers });
  await auth.idle();
  await desk.pay(body.url, { email: "typed@example.com" });
  await desk.delivered();
  expect(await provider.customers.byOwner(ada.user.id)).not.toBeNull();
  clock.forward({ minutes: 76 });
  expect(await auth.api.work({})).toMatchObject({ done: 1 });
  expect(await provider.customers.byOwner(ada.user.id)).toBeNull();
});

test("a checkout that was opened before the buyer had a customer does not outlive the removal of the customer", async () => {
  const { auth, person, post, desk, provider, clock } = await openStore();
  const ada = await person("ada", { emailVerified: false });
  const [first, second] = [
    await post("/checkout", { slug: "book" }, ada.headers),
    await post("/checkout", { slug: "pro" }, ada.headers),
  ];
  await desk.pay(first.body.url, { email: "typed@example.com" });
  await desk.delivered();
  await auth.api.deleteUser({}, { headers: ada.headers });
  await auth.idle();
  expect(await provider.customers.byOwner(ada.user.id)).toBeNull();
  await desk.pay(second.body.url, { email: "typed@example.com" });
  await desk.delivered();
  clock.forward({ minutes: 76 });
  await auth.api.work({});
  expect(await provider.customers.byOwner(ada.user.id)).toBeNull();
  expect((await provider.subscriptions.list({ active: true })).items).toEqual([]);
});

test("with the provider away the deletion succeeds, and the outbox removes the customer later", async () => {
  const { auth, person, post, desk, provider, clock } = await openStore();
  const ada = await person("ada");
  await post("/checkout", { slug: "pro" }, ada.headers);
  desk.fail({ status: 500 });
  await auth.api.deleteUser({}, { headers: ada.headers });
  await auth.idle();
  desk.recover();
  clock.forward({ minutes: 10 });
  expect(await auth.api.work({})).toMatchObject({ retried: 1 });
  expect(await provider.customers.byOwner(ada.user.id)).toBeNull();
});

test("the app cannot open a checkout for a user who does not exist", async () => {
  const { auth } = await openStore();
  await expect(auth.api.billing.checkoutFor({ userId: "nobody", slug: "pro" })).rejects.toMatchObject({
    code: "BILLING_NOT_ALLOWED",
  });
});

test.each([
  ["a checkout", "/checkout", "/v1/checkouts/"],
  ["a portal", "/customer/portal", "/v1/customer-sessions/"],
] as const)(
  "%s of an organization that is deleted meanwhile is not given out, and its customer is removed",
  async (_, path, apiPath) => {
    for (const isAway of [false, true]) {
      const open: { remove(organizationId: string): Promise<unknown> } = { remove: async () => undefined };
      const billingEmail = async (id: string) => {
        await open.remove(id);
        return `${id}@invoices.example`;
      };
      const { auth, person, post, desk, provider, clock, requests } = await openStore({ customers: { billingEmail } });
      const { headers } = await person("ada");
      const { id } = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
      open.remove = (organizationId) => auth.api.organization.delete({ organizationId }, { headers });
      if (isAway) desk.fail({ path: apiPath, method: "POST", status: 500 });
      const answer = await post(path, { slug: "pro", referenceId: id }, headers);
      expect(answer).toMatchObject({ status: 403, body: { code: "BILLING_NOT_ALLOWED" } });
      expect(requests("POST", "/v1/customers/")).toHaveLength(1);
      await auth.idle();
      clock.forward({ minutes: 76 });
      await auth.api.work({});
      expect(await provider.customers.byOwner(`org:${id}`)).toBeNull();
    }
  },
);
