import { billingCustomerModel } from "@keyhold/billing";
import { outboxModel } from "@keyhold/core/outbox";
import { userModel } from "@keyhold/core/plugin";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../purchase/open.ts";
import { email, openWays } from "./ways.ts";

/* A changed name or address of an owner follows to the payments provider. */

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

/** Ada, with a verified address and a customer. */
async function openAda() {
  const world = await openWays(idp, {});
  const ada = world.visit();
  await world.signUp(ada);
  await world.verify(ada);
  await ada.browser.post("/customer/portal", {});
  await world.settle();
  const { id } = await world.userOf(ada);
  const customer = () => world.provider.customers.byOwner(id);
  const changes = () => world.desk.calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  const entries = () => world.db.list(outboxModel, {}, { orderBy: "id", limit: 9 });
  expect(await customer()).toMatchObject({ email, name: "Ada" });
  expect(changes()).toEqual([]);
  return { ...world, ada, id, customer, changes, entries };
}

test("a changed name follows, and another changed column does not", async () => {
  const { ada, settle, customer, changes, db, id } = await openAda();
  await ada.browser.post("/update-user", { image: "https://example.com/ada.png" });
  await settle();
  expect(changes()).toEqual([]);
  await ada.browser.post("/update-user", { name: "Ada Lovelace" });
  await settle();
  expect(await customer()).toMatchObject({ name: "Ada Lovelace", email });
  expect(changes()).toEqual([{ name: "Ada Lovelace", email }]);
  expect(await db.find(billingCustomerModel, { ownerKind: "user", ownerId: id })).toMatchObject({
    wire: { name: "Ada Lovelace" },
  });
});

test("a changed address follows once it is verified, and not before", async () => {
  const { ada, settle, customer, clock, mailbox, changeEmail, emailOf, id } = await openAda();
  clock.forward({ seconds: 1 });
  const newEmail = "ada@new.example";
  await ada.browser.post("/change-email", { newEmail });
  const { token } = await mailbox.waitFor(email, { kind: "confirm-email-change" });
  await ada.browser.post("/verify-email", { token });
  await settle();
  expect(await customer()).toMatchObject({ email });
  // Unverified: the name follows without the address.
  await ada.browser.post("/update-user", { name: "Countess" });
  await settle();
  expect(await customer()).toMatchObject({ email, name: "Countess" });
  await ada.browser.post("/verify-email", { token: (await mailbox.waitFor(newEmail, { kind: "verify-email" })).token });
  await settle();
  expect(await emailOf(id)).toBe(newEmail);
  await changeEmail(ada, newEmail, "ada@third.example");
  await settle();
  expect(await emailOf(id)).toBe("ada@third.example");
});

test("an undone change of the address is undone at the provider", async () => {
  const { ada, settle, clock, mailbox, changeEmail, emailOf, id, visit } = await openAda();
  await changeEmail(ada, email, "thief@example.com");
  await settle();
  expect(await emailOf(id)).toBe("thief@example.com");
  const { url } = await mailbox.waitFor(email, { kind: "email-changed" });
  clock.forward({ seconds: 1 });
  const token = new URL(url).searchParams.get("token");
  expect((await visit().browser.post("/undo-email-change", { token })).status).toBe(200);
  await settle();
  expect(await emailOf(id)).toBe(email);
});

test("of many changes while the provider is away one entry is left, and the last value arrives", async () => {
  const { ada, settle, desk, entries, clock, auth, customer, changeEmail, changes } = await openAda();
  desk.fail({ path: "/v1/customers/", status: 503, times: 1000 });
  for (const name of ["B", "C", "D"]) await ada.browser.post("/update-user", { name });
  await changeEmail(ada, email, "ada@new.example");
  await ada.browser.post("/update-user", { name: "Last" });
  await settle();
  expect(await entries()).toMatchObject([{ kind: "billing.follow-owner", state: "pending" }]);
  desk.recover();
  const before = changes().length;
  clock.forward({ hours: 2 });
  await auth.api.work();
  await settle();
  expect(await customer()).toMatchObject({ name: "Last", email: "ada@new.example" });
  expect(changes().length - before).toBe(1);
  expect(await entries()).toEqual([]);
});

test("the address of another customer is a failed entry that is told once: the name follows, and no attempt repeats it", async () => {
  const { ada, settle, entries, clock, auth, customer, changeEmail, changes, events, provider, id } = await openAda();
  const other = await provider.customers.create({ email: "ada@new.example" });
  await changeEmail(ada, email, "ada@new.example");
  await ada.browser.post("/update-user", { name: "Countess" });
  await settle();
  // The change may have come during the attempt before: that attempt is repeated.
  clock.forward({ seconds: 10 });
  await auth.api.work();
  await settle();
  expect(await customer()).toMatchObject({ email, name: "Countess" });
  const [failed] = await entries();
  expect(failed).toMatchObject({ state: "failed", key: id, lastError: expect.stringContaining("Another customer") });
  const conflicts = () => events.filter(({ type }) => type === "customer.conflict").length;
  const [told, asked] = [conflicts(), changes().length];
  expect(told).toBeGreaterThan(0);
  clock.forward({ hours: 5 });
  await auth.api.work();
  await settle();
  expect([conflicts(), changes().length]).toEqual([told, asked]);
  // The app has settled it, and repeats the entry.
  await provider.customers.link(String(other.id), "another");
  await provider.customers.update("another", { email: "other@example.com" });
  await auth.api.retryOutboxEntry({ id: failed?.id ?? "" });
  await settle();
  expect(await customer()).toMatchObject({ email: "ada@new.example" });
  expect(await entries()).toEqual([]);
});

test("a name that changes while the customer is made arrives", async () => {
  const world = await openWays(idp, {});
  const ada = world.visit();
  await world.signUp(ada);
  await world.verify(ada);
  const { id } = await world.userOf(ada);
  // The change commits before the mirror has the customer: it finds no customer to change.
  let isChanged = false;
  const { create } = world.provider.customers;
  Object.assign(world.provider.customers, {
    async create(body: Parameters<typeof create>[0]) {
      const made = await create(body);
      world.desk.deliver({ drop: 1 });
      await ada.browser.post("/update-user", { name: "Countess" });
      isChanged = true;
      return made;
    },
  });
  await ada.browser.post("/customer/portal", {});
  await world.settle();
  expect(isChanged).toBe(true);
  expect(await world.provider.customers.byOwner(id)).toMatchObject({ name: "Countess" });
});

test("a session that is older than a change of the address names no address of before", async () => {
  const { person, post, provider, db } = await openStore();
  const { user, headers } = await person("ada");
  await db.update(userModel, user.id, { email: "ada@unverified.example", emailVerified: false });
  await post("/checkout", { slug: "pro" }, headers);
  expect(await provider.customers.byOwner(user.id)).toBeNull();
});

test("a changed name of an organization follows, also of an address of its own", async () => {
  for (const apiVersion of ["2025-05", "2026-04"] as const) {
    const customers = { billingEmail: (id: string) => `${id}@invoices.example` };
    const { auth, person, post, provider, desk, requests } = await openStore({ apiVersion, customers });
    const { headers } = await person("ada");
    const { id } = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
    const quiet = await auth.api.organization.create({ name: "Quiet", slug: "quiet" }, { headers });
    await post("/checkout", { slug: "pro", referenceId: id }, headers);
    await desk.delivered();
    for (const organizationId of [id, quiet.id]) {
      await post("/organization/update", { organizationId, data: { name: "Acme & Sons" } }, headers);
    }
    await auth.idle();
    expect(await provider.customers.byOwner(`org:${id}`)).toMatchObject({
      name: "Acme & Sons",
      email: `${id}@invoices.example`,
    });
    expect(requests("PATCH", `/v1/customers/external/org:${quiet.id}`)).toEqual([]);
    expect(desk.calls.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  }
});
