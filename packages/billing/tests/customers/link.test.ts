import { billingCustomerModel } from "@keyhold/billing";
import { userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { signInAs } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../purchase/open.ts";
import { email, openWays, wayNames } from "./ways.ts";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

type Ways = Awaited<ReturnType<typeof openWays>>;

const conflict = { status: 409, body: { code: "BILLING_CUSTOMER_CONFLICT" } };
const checkout = async ({ browser }: ReturnType<Ways["visit"]>) => {
  const answer = await browser.post("/checkout", { slug: "pro" });
  return { status: answer.status, body: await answer.json() };
};

describe("a customer without an owner, with the address of a user", () => {
  test.each(wayNames)("is the user's after %s, with what it has bought", async (name) => {
    const world = await openWays(idp, {});
    const { url } = await world.provider.checkouts.create({ products: [world.desk.products.pro] });
    await world.desk.pay(url ?? "", { email });
    await world.settle();
    const [bought] = await world.atProvider();
    expect(bought).toMatchObject({ externalId: null, email });
    const ada = world.visit();
    await world.ways[name]?.(ada);
    expect(await checkout(ada)).toMatchObject({ status: 200 });
    await world.settle();
    const { id } = await world.userOf(ada);
    expect(await world.atProvider()).toMatchObject([{ id: bought?.id, externalId: id }]);
    const rows = await world.db.list(billingCustomerModel, {}, { orderBy: "id", limit: 9 });
    expect(rows).toMatchObject([{ id: bought?.id, ownerId: id }]);
    const state = await (await ada.browser.get("/customer/state")).json();
    expect(state.activeSubscriptions).toHaveLength(1);
    expect(world.events.filter(({ type }) => type.startsWith("customer."))).toMatchObject([
      { type: "customer.linked", customerId: bought?.id, ownerId: id },
    ]);
  });

  test("is the user's by createOnSignUp, too", async () => {
    const world = await openWays(idp);
    const before = await world.provider.customers.create({ email });
    const { user } = await signInAs(world.auth, { email });
    await world.settle();
    expect(await world.atProvider()).toMatchObject([{ id: before.id, externalId: user.id }]);
  });

  test("is never an unverified user's: a sign-up with the address of another person reads no invoice", async () => {
    const world = await openWays(idp);
    await world.provider.customers.create({ email });
    const mallory = world.visit();
    await world.signUp(mallory);
    expect(await checkout(mallory)).toMatchObject({ status: 200 });
    expect((await mallory.browser.post("/customer/portal", {})).status).toBe(404);
    await world.settle();
    expect(await world.atProvider()).toMatchObject([{ externalId: null, email }]);
  });

  test("is never the user's while the address is only asked for", async () => {
    const world = await openWays(idp, {});
    await world.provider.customers.create({ email: "victim@example.com" });
    const mallory = world.visit();
    await world.signUp(mallory);
    await world.verify(mallory);
    world.clock.forward({ seconds: 1 });
    await mallory.browser.post("/change-email", { newEmail: "victim@example.com" });
    const { token } = await world.mailbox.waitFor(email, { kind: "confirm-email-change" });
    await mallory.browser.post("/verify-email", { token });
    expect((await world.userOf(mallory)).email).toBe("victim@example.com");
    await checkout(mallory);
    await world.settle();
    const atProvider = await world.atProvider();
    expect(atProvider.filter((one) => one.email === "victim@example.com")).toMatchObject([{ externalId: null }]);
  });

  test.each([{}, { createOnSignUp: true }])(
    "is never that of a user whose address was verified in another browser, by %j",
    async (customers) => {
      const world = await openWays(idp, customers);
      await world.provider.customers.create({ email });
      const mallory = world.visit();
      await world.signUp(mallory);
      // Ada confirms what looks like her own sign-up.
      const ada = world.visit();
      await world.verify(ada);
      await world.settle();
      expect((await mallory.browser.post("/customer/portal", {})).status).toBe(404);
      expect((await checkout(mallory)).status).toBe(200);
      await world.settle();
      expect(await world.atProvider()).toMatchObject([{ externalId: null, email }]);
    },
  );

  test("keeps the address while a changed address was verified by its mailbox alone, and is linked to no other", async () => {
    const world = await openWays(idp);
    const ada = world.visit();
    await world.signUp(ada);
    await world.verify(ada);
    await world.settle();
    const { id } = await world.userOf(ada);
    await world.provider.customers.create({ email: "typo@example.com" });
    world.clock.forward({ seconds: 1 });
    await ada.browser.post("/change-email", { newEmail: "typo2@example.com" });
    const { token } = await world.mailbox.waitFor(email, { kind: "confirm-email-change" });
    await ada.browser.post("/verify-email", { token });
    await world.verify(world.visit(), "typo2@example.com");
    await world.settle();
    expect(await world.emailOf(id)).toBe(email);
  });

  test("is never a guest's, nor that of a user with a phone number alone", async () => {
    const world = await openWays(idp);
    const phone = world.visit();
    await world.phoneSignUp(phone);
    await world.provider.customers.create({ email: (await world.userOf(phone)).email });
    await world.db.update(userModel, (await world.userOf(phone)).id, { emailVerified: true });
    expect(await checkout(phone)).toMatchObject({ status: 200 });
    await world.settle();
    expect(await world.atProvider()).toMatchObject([{ externalId: null }]);
  });

  test("is never an organization's", async () => {
    const billingEmail = () => "invoices@example.com";
    for (const apiVersion of ["2025-05", "2026-04"] as const) {
      const { auth, person, post, provider } = await openStore({ apiVersion, customers: { billingEmail } });
      const before = await provider.customers.create({ email: "invoices@example.com" });
      const { headers } = await person("ada");
      const { id } = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
      expect(await post("/checkout", { slug: "pro", referenceId: id }, headers)).toMatchObject(conflict);
      expect(await provider.customers.byOwner(`org:${id}`)).toBeNull();
      expect((await provider.customers.list({ email: "invoices@example.com" })).items).toMatchObject([
        { id: before.id, externalId: null },
      ]);
    }
  });

  test("is never a user's if it is a team", async () => {
    const world = await openWays(idp, {});
    await world.provider.customers.create({ type: "team", email });
    const ada = world.visit();
    await world.ways["a code"]?.(ada);
    expect(await checkout(ada)).toMatchObject(conflict);
  });

  test("is nobody's if the user has proven the mailbox more than 90 days ago: it may be another person's since", async () => {
    const world = await openWays(idp, {});
    const ada = world.visit();
    await world.ways["a code"]?.(ada);
    world.clock.forward({ days: 91 });
    await world.provider.customers.create({ email });
    await world.ways["a code"]?.(ada);
    expect(await checkout(ada)).toMatchObject(conflict);
    await world.settle();
    expect(await world.atProvider()).toMatchObject([{ externalId: null }]);
    expect(world.events.filter(({ type }) => type === "customer.conflict")).toMatchObject([
      { ownerId: (await world.userOf(ada)).id },
    ]);
  });

  test("is nobody's if another user had proven the mailbox before", async () => {
    const world = await openWays(idp, {});
    const ctx = contextOf(world.auth) ?? expect.fail();
    await world.provider.customers.create({ email });
    const ada = world.visit();
    await world.ways["a code"]?.(ada);
    const { id } = await world.userOf(ada);
    await world.settle();
    await ctx.transactionOn(userModel, id, (tx, row) => deleteUser(tx, row));
    const bob = world.visit();
    await world.ways["a link"]?.(bob);
    expect((await world.userOf(bob)).email).toBe(email);
    expect(await checkout(bob)).toMatchObject(conflict);
    await world.settle();
    expect(await world.atProvider()).toMatchObject([{ externalId: null }]);
  });

  test("is nobody's if the mirror knows it as that of another owner", async () => {
    const world = await openWays(idp, {});
    const eve = await signInAs(world.auth, { email: "eve@example.com" });
    const hers = await world.provider.customers.create({ email: "shared@example.com", externalId: eve.user.id });
    await world.settle();
    const bob = await signInAs(world.auth, { email: "shared@example.com" });
    const answer = await world.auth.handler(
      new Request("https://app.example.com/api/auth/checkout", {
        method: "POST",
        headers: { ...bob.headers, "content-type": "application/json" },
        body: JSON.stringify({ slug: "pro" }),
      }),
    );
    expect(answer.status).toBe(409);
    expect(await world.provider.customers.byOwner(eve.user.id)).toMatchObject({ id: hers.id });
  });

  test("is linked once by sixteen checkouts at once", async () => {
    const world = await openWays(idp, {});
    const before = await world.provider.customers.create({ email });
    const ada = world.visit();
    await world.ways["a code"]?.(ada);
    const answers = await Promise.all(Array.from({ length: 16 }, () => checkout(ada)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await world.settle();
    expect(await world.atProvider()).toMatchObject([{ id: before.id, externalId: (await world.userOf(ada)).id }]);
  });
});

describe("linkCustomer", () => {
  test("gives a customer to a user or an organization, with what it has bought", async () => {
    const { auth, person, provider, desk, db, events } = await openStore();
    const ada = await person("ada");
    const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
    for (const [owner, externalId] of [
      [{ userId: ada.user.id }, ada.user.id],
      [{ organizationId: acme.id }, `org:${acme.id}`],
    ] as const) {
      const { url } = await provider.checkouts.create({ products: [desk.products.pro] });
      await desk.pay(url ?? "", { email: `${externalId.replace(":", "-")}@before.example` });
      await desk.delivered();
      const before = (await provider.customers.list({ limit: 100 })).items.find((one) => one.externalId === null);
      const customerId = String(before?.id);
      expect(await auth.api.billing.linkCustomer({ ...owner, customerId })).toEqual({ customerId });
      // Again: no change.
      expect(await auth.api.billing.linkCustomer({ ...owner, customerId })).toEqual({ customerId });
      await auth.idle();
      expect(await provider.customers.byOwner(externalId)).toMatchObject({ id: customerId });
      expect(await db.find(billingCustomerModel, { id: customerId })).toMatchObject({
        ownerId: "userId" in owner ? owner.userId : owner.organizationId,
      });
      expect(
        events.filter((event) => event.type === "customer.linked" && event.customerId === customerId),
      ).toHaveLength(1);
      const state = await auth.api.billing.state("userId" in owner ? {} : owner, { headers: ada.headers });
      expect(state.subscriptions).toHaveLength(1);
    }
  });

  test("refuses the customer of another owner, a second customer, and ids that do not exist", async () => {
    const { auth, person, provider } = await openStore();
    const [ada, bob] = [await person("ada"), await person("bob")];
    const hers = await provider.customers.create({ email: "a@example.com", externalId: ada.user.id });
    const free = await provider.customers.create({ email: "f@example.com" });
    const link = (userId: string, customerId: unknown) =>
      auth.api.billing.linkCustomer({ userId, customerId: String(customerId) });
    await expect(link(bob.user.id, hers.id)).rejects.toMatchObject({ code: "BILLING_CUSTOMER_CONFLICT" });
    await expect(link(ada.user.id, free.id)).rejects.toMatchObject({ code: "BILLING_CUSTOMER_CONFLICT" });
    await expect(link(bob.user.id, "no-customer")).rejects.toMatchObject({ code: "BILLING_CUSTOMER_NOT_FOUND" });
    await expect(link("nobody", free.id)).rejects.toMatchObject({ code: "BILLING_NOT_ALLOWED" });
    const noOrganization = auth.api.billing.linkCustomer({ organizationId: "none", customerId: String(free.id) });
    await expect(noOrganization).rejects.toMatchObject({ code: "BILLING_NOT_ALLOWED" });
    const none = auth.api.billing.linkCustomer({ customerId: String(free.id) });
    await expect(none).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect((await provider.customers.list({ email: "f@example.com" })).items).toMatchObject([{ externalId: null }]);
  });

  test("of sixteen calls for sixteen users one gets the customer", async () => {
    const { auth, person, provider } = await openStore();
    const free = await provider.customers.create({ email: "f@example.com" });
    const people = await Promise.all(Array.from({ length: 16 }, (_, index) => person(`user-${index}`)));
    const answers = await Promise.allSettled(
      people.map(({ user }) => auth.api.billing.linkCustomer({ userId: user.id, customerId: String(free.id) })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = answers.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect([...new Set(reasons)]).toEqual(["BILLING_CUSTOMER_CONFLICT"]);
  });

  test("has no route: a browser cannot call it", async () => {
    const { person, post, provider } = await openStore();
    const free = await provider.customers.create({ email: "f@example.com" });
    const { user, headers } = await person("ada");
    const answer = await post("/billing/link-customer", { userId: user.id, customerId: free.id }, headers);
    expect(answer.status).toBe(404);
  });
});
