import { userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { expect, test } from "vitest";
import { impersonating, openShop } from "./shop.ts";

/* `seats: "members"`: the seats of an organization's subscription follow its members. */

const members = { team: { seats: "members" } } as const;

async function sold(settings: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ sells: members, ...settings });
  const acme = await shop.found("acme");
  const [bob, cleo] = [await shop.person("bob"), await shop.person("cleo")];
  await shop.join(acme.id, bob.user.id);
  await shop.buy(acme.owner.headers, { slug: "team", referenceId: acme.id });
  return { ...shop, acme, bob, cleo };
}

test("a checkout has a seat for each member, whatever the browser asks", async () => {
  const { desk, acme, bob, atProvider, told } = await sold();
  const [body] = desk.calls.filter(({ path, method }) => method === "POST" && path === "/v1/checkouts/").slice(-1);
  expect(body?.body).toMatchObject({ seats: 2, min_seats: 2, max_seats: 2 });
  const { seats, holders, id } = await atProvider(acme.id);
  expect({ seats, holders }).toEqual({ seats: 2, holders: [acme.owner.user.id, bob.user.id].sort() });
  expect(told("seats.synced")).toMatchObject([{ organizationId: acme.id, subscriptionId: id, seats: 2 }]);
});

test("the number in a browser's request is ignored", async () => {
  const { post, desk, acme } = await sold();
  const fields = { slug: "team", referenceId: acme.id, seats: 500 };
  expect((await post("/checkout", fields, acme.owner.headers)).status).toBe(200);
  expect(desk.calls.findLast(({ path }) => path === "/v1/checkouts/")?.body).toMatchObject({ seats: 2 });
});

test("a member who joins gets a seat, and a member who leaves gives it back", async () => {
  const { join, settled, acme, bob, cleo, atProvider, auth, told } = await sold();
  await join(acme.id, cleo.user.id);
  await settled();
  expect(await atProvider(acme.id)).toMatchObject({
    seats: 3,
    holders: [acme.owner.user.id, bob.user.id, cleo.user.id].sort(),
  });
  const removal = { memberIdOrEmail: "bob@example.com", organizationId: acme.id };
  await auth.api.organization.removeMember(removal, { headers: acme.owner.headers });
  await settled();
  expect(await atProvider(acme.id)).toMatchObject({ seats: 2, holders: [acme.owner.user.id, cleo.user.id].sort() });
  expect(told("seats.synced")).toMatchObject([{ seats: 2 }, { seats: 3 }, { seats: 2 }]);
});

test("a deleted user gives the seat back", async () => {
  const { auth, settled, acme, bob, atProvider } = await sold();
  const ctx = contextOf(auth) ?? expect.fail();
  await (await ctx).transactionOn(userModel, bob.user.id, (tx, user) => deleteUser(tx, user));
  await settled();
  expect(await atProvider(acme.id)).toMatchObject({ seats: 1, holders: [acme.owner.user.id] });
});

test("a banned member keeps the seat until the membership ends", async () => {
  const { auth, person, settled, acme, bob, atProvider } = await sold();
  const root = await person("root", { role: "admin" });
  await auth.api.admin.banUser({ userId: bob.user.id }, { headers: root.headers });
  await settled();
  expect(await atProvider(acme.id)).toMatchObject({ seats: 2 });
});

test("with the provider away a member joins nevertheless, and the seat follows", async () => {
  const { desk, join, settled, acme, cleo, atProvider, auth, clock, told } = await sold();
  desk.fail({ path: "/v1/", status: 503 });
  await join(acme.id, cleo.user.id);
  await settled();
  expect(told("member.added")).toHaveLength(3);
  expect(told("outbox.failed")).toEqual([]);
  desk.recover();
  clock.forward({ minutes: 90 });
  await auth.api.work({});
  await settled();
  expect(await atProvider(acme.id)).toMatchObject({ seats: 3, holders: expect.arrayContaining([cleo.user.id]) });
});

test("a lost answer of the provider makes no second seat", async () => {
  const { desk, join, settled, acme, cleo, atProvider, auth, clock } = await sold();
  desk.fail({ path: "/v1/subscriptions/", method: "PATCH", status: 500, afterWriting: true, times: 1 });
  desk.fail({ path: "/v1/customer-seats", method: "POST", status: 500, afterWriting: true, times: 1 });
  await join(acme.id, cleo.user.id);
  for (let turn = 0; turn < 4; turn += 1) {
    await settled();
    clock.forward({ minutes: 90 });
    await auth.api.work({});
  }
  const { seats, holders, all } = await atProvider(acme.id);
  expect({ seats, holders: holders.length, all: all.length }).toEqual({ seats: 3, holders: 3, all: 3 });
});

test("the seats cannot be changed by hand", async () => {
  const { post, acme, atProvider } = await sold();
  const { id: subscriptionId } = await atProvider(acme.id);
  const answer = await post("/billing/subscription/change", { subscriptionId, seats: 9 }, acme.owner.headers);
  expect(answer).toMatchObject({ status: 422, body: { code: "BILLING_INPUT_REFUSED", issues: [{ path: "seats" }] } });
  expect(await atProvider(acme.id)).toMatchObject({ seats: 2 });
});

test("a seat that was assigned to another person at the provider is unassigned", async () => {
  const { provider, join, settled, acme, cleo, atProvider } = await sold();
  const { id } = await atProvider(acme.id);
  await provider.subscriptions.change(id, { seats: 3 });
  await provider.seats.assign(id, { email: "a-friend@example.com" });
  await join(acme.id, cleo.user.id);
  await settled();
  expect(await atProvider(acme.id)).toMatchObject({ seats: 3, holders: expect.arrayContaining([cleo.user.id]) });
});

test("guests take no seat, and a guest who becomes a member takes a seat", async () => {
  const countsAsSeat = ({ role }: { readonly role: string }) => role !== "member";
  const { join, settled, acme, cleo, atProvider, auth } = await sold({ seats: { countsAsSeat } });
  expect(await atProvider(acme.id)).toMatchObject({ seats: 1, holders: [acme.owner.user.id] });
  const { id: memberId } = await join(acme.id, cleo.user.id);
  await settled();
  expect(await atProvider(acme.id)).toMatchObject({ seats: 1 });
  const change = { organizationId: acme.id, memberId, role: "admin" as const };
  await auth.api.organization.updateMemberRole(change, { headers: acme.owner.headers });
  await settled();
  expect(await atProvider(acme.id)).toMatchObject({ seats: 2, holders: [acme.owner.user.id, cleo.user.id].sort() });
});

test("after a change to a product without seats nothing follows the members", async () => {
  const { post, join, settled, acme, cleo, atProvider, desk } = await sold();
  const { id: subscriptionId } = await atProvider(acme.id);
  const changed = await post("/billing/subscription/change", { subscriptionId, slug: "pro" }, acme.owner.headers);
  expect(changed.status).toBe(200);
  await settled();
  const before = desk.calls.length;
  await join(acme.id, cleo.user.id);
  await settled();
  expect(desk.calls.length).toBe(before);
});

test("after a change from a product without seats the seats follow the members", async () => {
  const shop = await openShop({ sells: members });
  const { id, owner } = await shop.found("acme");
  await shop.join(id, (await shop.person("bob")).user.id);
  await shop.buy(owner.headers, { slug: "pro", referenceId: id });
  const [{ id: subscriptionId } = { id: "" }] = (await shop.provider.subscriptions.list({ ownerId: `org:${id}` }))
    .items;
  await shop.post("/billing/subscription/change", { subscriptionId, slug: "team" }, owner.headers);
  await shop.settled();
  expect(await shop.atProvider(id)).toMatchObject({ seats: 2, holders: { length: 2 } });
});

test("an ended subscription is left alone", async () => {
  const { auth, provider, join, settled, acme, cleo, atProvider, told, desk } = await sold();
  // The mirror does not hear of the end.
  desk.deliver({ drop: 1 });
  await provider.subscriptions.revoke((await atProvider(acme.id)).id);
  await join(acme.id, cleo.user.id);
  await settled();
  expect(told("mirror.repaired")).toMatchObject([{ model: "billingSubscription" }]);
  expect((await auth.api.listOutbox({ state: "pending" })).entries).toEqual([]);
  expect(await atProvider(acme.id)).toMatchObject({ seats: 2 });
});

test("a user alone cannot buy seats of members", async () => {
  const { post, acme } = await sold();
  const answer = await post("/checkout", { slug: "team" }, acme.owner.headers);
  expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: "referenceId" }] } });
});

test("an administrator who impersonates the owner neither buys nor changes seats", async () => {
  const shop = await sold();
  const { post, acme, atProvider } = shop;
  const headers = await impersonating(shop, acme.owner.user.id);
  const { id: subscriptionId, seats } = await atProvider(acme.id);
  expect((await post("/checkout", { slug: "team", referenceId: acme.id }, headers)).status).toBe(403);
  expect((await post("/billing/subscription/change", { subscriptionId, seats: 9 }, headers)).status).toBe(403);
  expect(await atProvider(acme.id)).toMatchObject({ seats });
});
