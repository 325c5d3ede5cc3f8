import { billingCustomerModel } from "@keyhold/billing";
import { outboxModel } from "@keyhold/core/outbox";
import { userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { signInAs } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { email, openWays, wayNames } from "./ways.ts";

/* `createOnSignUp`: each user with a verified address has a customer. */

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

describe.each(wayNames)("a user who signs up by %s", (name) => {
  test("has one customer with the id, the name and the address", async () => {
    const world = await openWays(idp);
    const given = world.visit();
    await world.ways[name]?.(given);
    await world.settle();
    const { id } = await world.userOf(given);
    const made = await world.atProvider();
    expect(made).toMatchObject([{ externalId: id, email }]);
    expect(await world.db.list(billingCustomerModel, {}, { orderBy: "id", limit: 9 })).toMatchObject([
      { id: made[0]?.id, ownerKind: "user", ownerId: id, email },
    ]);
    expect(world.events.filter(({ type }) => type === "customer.linked")).toMatchObject([{ ownerId: id }]);
    expect(world.logged).toEqual([]);
  });

  test("as a guest before has the customer under the guest's id, and none as a guest", async () => {
    const world = await openWays(idp);
    const given = world.visit();
    const guest = (await (await given.browser.post("/sign-in/anonymous", {})).json()).user;
    await world.settle();
    expect(await world.atProvider()).toEqual([]);
    world.clock.forward({ minutes: 1 });
    await world.ways[name]?.(given);
    await world.settle();
    expect(await world.userOf(given)).toMatchObject({ id: guest.id, email });
    expect(await world.atProvider()).toMatchObject([{ externalId: guest.id, email }]);
  });

  test("signs up while the provider is away, and has one customer later", async () => {
    const world = await openWays(idp);
    world.desk.fail({ path: "/v1/customers/", status: 503, times: 1000 });
    const given = world.visit();
    await world.ways[name]?.(given);
    await world.settle();
    const { id } = await world.userOf(given);
    expect(await world.db.count(outboxModel, { key: id })).toBe(1);
    world.desk.recover();
    expect(await world.atProvider()).toEqual([]);
    world.clock.forward({ hours: 2 });
    await world.auth.api.work();
    await world.settle();
    expect(await world.atProvider()).toMatchObject([{ externalId: id, email }]);
    expect(await world.db.count(outboxModel, {})).toBe(0);
  });
});

test("users whom an administrator or an import makes with a verified address have customers", async () => {
  const world = await openWays(idp);
  const root = await signInAs(world.auth, { email: "root@example.com", role: "admin" });
  const body = { email, name: "Ada", password: world.password, data: { emailVerified: true } };
  await world.auth.api.admin.createUser(body, { headers: root.headers });
  await world.auth.api.importUsers({
    users: [
      { email: "bob@example.com", name: "Bob", emailVerified: true },
      { email: "eve@example.com", name: "Eve" },
    ],
  });
  await world.settle();
  const made = (await world.atProvider()).map((customer) => customer.email).toSorted();
  expect(made).toEqual(["ada@example.com", "bob@example.com", "root@example.com"]);
});

test("an unverified address, a phone number and an organization make no customer", async () => {
  const world = await openWays(idp);
  const ada = world.visit();
  await world.signUp(ada);
  const phone = world.visit();
  await world.phoneSignUp(phone);
  expect((await world.userOf(phone)).email).toMatch(/\.invalid$/);
  const bob = await signInAs(world.auth, { email: "bob@example.com" });
  await world.auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: bob.headers });
  await world.settle();
  expect(await world.atProvider()).toMatchObject([{ externalId: bob.user.id }]);
  expect(await world.db.count(outboxModel, {})).toBe(0);
});

test("an answer that the provider loses makes no second customer", async () => {
  const world = await openWays(idp);
  world.desk.fail({ path: "/v1/customers/", method: "POST", status: 500, afterWriting: true, times: 1 });
  await signInAs(world.auth, { email });
  await world.settle();
  world.clock.forward({ hours: 1 });
  await world.auth.api.work();
  await world.settle();
  expect(await world.atProvider()).toMatchObject([{ email }]);
  expect(await world.db.count(outboxModel, {})).toBe(0);
});

test("the address of another customer is a failed entry that is told, and the sign-up works", async () => {
  const world = await openWays(idp);
  await world.provider.customers.create({ email, externalId: "another" });
  const { user } = await signInAs(world.auth, { email });
  await world.settle();
  expect(await world.provider.customers.byOwner(user.id)).toBeNull();
  expect(await world.db.find(outboxModel, { key: user.id })).toMatchObject({
    state: "failed",
    lastError: expect.stringContaining("Another customer"),
  });
  expect(world.events.filter(({ type }) => type === "customer.conflict")).toMatchObject([{ ownerId: user.id }]);
});

test("a sign-up that fails leaves no entry, and a deleted user no customer", async () => {
  const world = await openWays(idp);
  world.desk.fail({ path: "/v1/customers/", status: 503, times: 1000 });
  const ctx = contextOf(world.auth) ?? expect.fail();
  const { user } = await signInAs(world.auth, { email });
  await world.auth.api.importUsers({ users: [{ email, name: "Again", emailVerified: true }] });
  await world.settle();
  expect(await world.db.count(outboxModel, {})).toBe(1);
  await ctx.transactionOn(userModel, user.id, (tx, row) => deleteUser(tx, row));
  world.desk.recover();
  world.clock.forward({ hours: 2 });
  await world.auth.api.work();
  await world.settle();
  expect(await world.atProvider()).toEqual([]);
  expect(await world.db.count(outboxModel, {})).toBe(0);
});

test("without the option a sign-up makes no customer and no entry", async () => {
  const world = await openWays(idp, {});
  await signInAs(world.auth, { email });
  await world.settle();
  expect(world.desk.calls).toEqual([]);
  expect(await world.atProvider()).toEqual([]);
});
