import { expect, test } from "vitest";
import { openShop } from "./shop.ts";

/* `seats: "limit"`: nobody joins an organization beyond the seats that were bought. */

const limited = { team: { seats: "limit" } } as const;

/** An organization of two with so many seats. */
async function sold(seats: number, settings: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ sells: limited, ...settings });
  const acme = await shop.found("acme");
  const bob = await shop.person("bob");
  await shop.join(acme.id, bob.user.id);
  await shop.buy(acme.owner.headers, { slug: "team", referenceId: acme.id, seats });
  const { id: subscriptionId } = await shop.atProvider(acme.id);
  const change = (fields: object) =>
    shop.post("/billing/subscription/change", { subscriptionId, ...fields }, acme.owner.headers);
  return { ...shop, acme, bob, subscriptionId, change };
}

const full = { code: "SEAT_LIMIT_REACHED" };

test("nobody is added to a full organization, until a seat is bought or free", async () => {
  const { join, person, acme, auth, settled, change, atProvider } = await sold(2);
  const [cleo, dan] = [await person("cleo"), await person("dan")];
  await expect(join(acme.id, cleo.user.id)).rejects.toMatchObject(full);
  expect((await change({ seats: 3 })).status).toBe(200);
  await join(acme.id, cleo.user.id);
  await expect(join(acme.id, dan.user.id)).rejects.toMatchObject(full);
  const removal = { memberIdOrEmail: "bob@example.com", organizationId: acme.id };
  await auth.api.organization.removeMember(removal, { headers: acme.owner.headers });
  await join(acme.id, dan.user.id);
  await settled();
  expect(await atProvider(acme.id)).toMatchObject({
    seats: 3,
    holders: [acme.owner.user.id, cleo.user.id, dan.user.id].sort(),
  });
});

test("an invitation to a full organization is accepted only with a free seat", async () => {
  const { auth, person, acme, post, change } = await sold(2);
  const cleo = await person("cleo", { emailVerified: true });
  const invitation = { email: "cleo@example.com", role: "member" as const, organizationId: acme.id };
  const { id: invitationId } = await auth.api.organization.inviteMember(invitation, { headers: acme.owner.headers });
  const refused = await post("/organization/accept-invitation", { invitationId }, cleo.headers);
  expect(refused).toMatchObject({ status: 403, body: full });
  expect((await change({ seats: 3 })).status).toBe(200);
  expect((await post("/organization/accept-invitation", { invitationId }, cleo.headers)).status).toBe(200);
});

test("a team within a full organization takes the members that there are", async () => {
  const { auth, acme, bob, person } = await sold(2);
  const { headers } = acme.owner;
  const team = await auth.api.organization.createTeam({ name: "Core", organizationId: acme.id }, { headers });
  await auth.api.organization.addTeamMember({ teamId: team.id, userId: bob.user.id }, { headers });
  const { user } = await person("cleo");
  await expect(
    auth.api.organization.addTeamMember({ teamId: team.id, userId: user.id }, { headers }),
  ).rejects.toThrow();
  const adding = { teamId: team.id, userId: user.id };
  await expect(auth.api.organization.addUserToTeam?.(adding)).rejects.toThrow();
});

test("fewer seats than members cannot be asked for", async () => {
  const { change, atProvider, acme, post } = await sold(5);
  const issues = [{ path: "seats", message: "must be from 2 to 1000000" }];
  expect(await change({ seats: 1 })).toMatchObject({ status: 422, body: { code: "BILLING_INPUT_REFUSED", issues } });
  expect((await change({ seats: 2 })).status).toBe(200);
  expect(await atProvider(acme.id)).toMatchObject({ seats: 2 });
  const fields = { slug: "team", referenceId: acme.id };
  expect(await post("/checkout", { ...fields, seats: 1 }, acme.owner.headers)).toMatchObject({
    status: 422,
    body: { issues },
  });
});

test("a change to a product that takes fewer seats than there are members or seats cannot be asked for", async () => {
  const sells = { ...limited, club: { seats: { kind: "limit", max: 2 } } } as const;
  const { acme, change, join, person } = await sold(3, { sells });
  const few = { path: "slug", message: "takes from 2 to 2 seats" };
  const refused = { status: 422, body: { code: "BILLING_INPUT_REFUSED" } };
  expect(await change({ slug: "club" })).toMatchObject({ ...refused, body: { issues: [few] } });
  await join(acme.id, (await person("cleo")).user.id);
  const many = { path: "slug", message: "must be at most 2, and the organization has more members" };
  expect(await change({ slug: "club" })).toMatchObject({ ...refused, body: { issues: [many] } });
});

test("a user's subscription does not change to a product for organizations", async () => {
  const shop = await openShop({ sells: limited });
  const { user, headers } = await shop.person("bob");
  await shop.buy(headers, { slug: "pro" });
  const [{ id: subscriptionId } = { id: "" }] = (await shop.provider.subscriptions.list({ ownerId: user.id })).items;
  const answer = await shop.post("/billing/subscription/change", { subscriptionId, slug: "team" }, headers);
  const message = "is sold to organizations, not to users";
  expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: "slug", message }] } });
});

test("a checkout begins with a seat for each member, and the buyer cannot go below", async () => {
  const { post, acme, desk } = await sold(5);
  const { body } = await post("/checkout", { slug: "team", referenceId: acme.id }, acme.owner.headers);
  expect(desk.calls.findLast(({ path }) => path === "/v1/checkouts/")?.body).toMatchObject({ seats: 2, min_seats: 2 });
  await expect(desk.pay(body.url, { seats: 1 })).rejects.toThrow();
});

test("fewer seats by the provider throw nobody out, and are told once", async () => {
  const { provider, subscriptionId, desk, auth, acme, settled, told, join, person } = await sold(3);
  // At the merchant's dashboard: the seat is unassigned there first.
  const { items } = await provider.seats.list(subscriptionId);
  for (const { id } of items.slice(1)) await provider.seats.revoke(id);
  await provider.subscriptions.change(subscriptionId, { seats: 1 });
  await settled();
  expect(told("seats.exceeded")).toMatchObject([{ organizationId: acme.id, members: 2, seats: 1 }]);
  const { members } = await auth.api.organization.listMembers(
    { organizationId: acme.id },
    { headers: acme.owner.headers },
  );
  expect(members).toHaveLength(2);
  await expect(join(acme.id, (await person("cleo")).user.id)).rejects.toMatchObject(full);
  // A repeated event.
  await provider.subscriptions.change(subscriptionId, { seats: 1 });
  await provider.subscriptions.cancel(subscriptionId);
  await settled();
  expect(told("seats.exceeded")).toHaveLength(1);
  await provider.subscriptions.uncancel(subscriptionId);
  await provider.subscriptions.change(subscriptionId, { seats: 2 });
  await settled();
  await provider.seats
    .list(subscriptionId)
    .then(({ items: all }) => Promise.all(all.slice(1).map(({ id }) => provider.seats.revoke(id))));
  await provider.subscriptions.change(subscriptionId, { seats: 1 });
  await settled();
  expect(told("seats.exceeded")).toHaveLength(2);
  expect(desk.deliveries.length).toBeGreaterThan(0);
});

test("an unpaid subscription still limits, and an ended subscription no longer", async () => {
  const { desk, join, person, acme, settled, provider, subscriptionId } = await sold(2);
  desk.setCard(`org:${acme.id}`, "declined");
  await desk.clock.forward({ days: 32 });
  await settled();
  expect((await provider.subscriptions.get(subscriptionId)).status).toBe("past_due");
  const { user } = await person("cleo");
  await expect(join(acme.id, user.id)).rejects.toMatchObject(full);
  await provider.subscriptions.revoke(subscriptionId);
  await settled();
  await join(acme.id, user.id);
});

test("a canceled subscription limits until its end", async () => {
  const { post, join, person, acme, settled, subscriptionId, desk } = await sold(2);
  await post("/billing/subscription/cancel", { subscriptionId }, acme.owner.headers);
  const { user } = await person("cleo");
  await expect(join(acme.id, user.id)).rejects.toMatchObject(full);
  await desk.clock.forward({ days: 32 });
  await settled();
  await join(acme.id, user.id);
});

test("without a subscription an organization has as many members as the app says", async () => {
  const shop = await openShop({ sells: limited, seats: { maxWithoutSubscription: 2 } });
  const { id, owner } = await shop.found("acme");
  const [bob, cleo] = [await shop.person("bob"), await shop.person("cleo")];
  await shop.join(id, bob.user.id);
  await expect(shop.join(id, cleo.user.id)).rejects.toMatchObject(full);
  await shop.buy(owner.headers, { slug: "team", referenceId: id, seats: 3 });
  await shop.join(id, cleo.user.id);
});

test("another product without seats does not limit", async () => {
  const shop = await openShop({ sells: limited, seats: { maxWithoutSubscription: 1 } });
  const { id, owner } = await shop.found("acme");
  await shop.buy(owner.headers, { slug: "pro", referenceId: id });
  await shop.join(id, (await shop.person("bob")).user.id);
});

test("guests join a full organization, and become members only with a free seat", async () => {
  const countsAsSeat = ({ role }: { readonly role: string }) => role !== "member";
  const { join, person, acme, auth, change } = await sold(1, { seats: { countsAsSeat } });
  const { id: memberId } = await join(acme.id, (await person("cleo")).user.id);
  const promote = () => {
    const role = { organizationId: acme.id, memberId, role: "admin" as const };
    return auth.api.organization.updateMemberRole(role, { headers: acme.owner.headers });
  };
  await expect(promote()).rejects.toMatchObject(full);
  expect((await change({ seats: 2 })).status).toBe(200);
  await promote();
});

test("a role with a new name takes no seats that there are not", async () => {
  const countsAsSeat = ({ role }: { readonly role: string }) => role !== "visitor";
  const { join, person, acme, auth, change } = await sold(2, { seats: { countsAsSeat } });
  const { headers } = acme.owner;
  await auth.api.organization.createRole({ role: "visitor", permission: {}, organizationId: acme.id }, { headers });
  await join(acme.id, (await person("cleo")).user.id, "visitor");
  const rename = () => {
    const data = { roleName: "staff" };
    return auth.api.organization.updateRole({ roleName: "visitor", data, organizationId: acme.id }, { headers });
  };
  await expect(rename()).rejects.toMatchObject(full);
  expect((await change({ seats: 3 })).status).toBe(200);
  await rename();
});

test("a banned member keeps the seat", async () => {
  const { auth, person, join, acme, bob } = await sold(2);
  const root = await person("root", { role: "admin" });
  await auth.api.admin.banUser({ userId: bob.user.id }, { headers: root.headers });
  await expect(join(acme.id, (await person("cleo")).user.id)).rejects.toMatchObject(full);
});

test("an organization is created although another one is full", async () => {
  const { found, acme, auth } = await sold(2);
  const other = await found("beta");
  expect(other.id).not.toBe(acme.id);
  const team = { name: "gamma", slug: "gamma" };
  await auth.api.organization.create(team, { headers: acme.owner.headers });
});

test("of two limited subscriptions the seats add up", async () => {
  const { buy, join, person, acme, settled, provider, membersOf } = await sold(2, {
    sells: { team: { seats: "limit" }, club: { seats: "limit" } },
  });
  await buy(acme.owner.headers, { slug: "club", referenceId: acme.id, seats: 2 });
  for (const name of ["cleo", "dan"]) await join(acme.id, (await person(name)).user.id);
  await expect(join(acme.id, (await person("eve")).user.id)).rejects.toMatchObject(full);
  await settled();
  // Each member has one seat of the four.
  const { items } = await provider.subscriptions.list({ ownerId: `org:${acme.id}` });
  const seats = await Promise.all(items.map(({ id }) => provider.seats.list(id)));
  const holders = seats.flatMap(({ items: all }) => all.filter(({ status }) => status === "claimed"));
  expect(holders.map(({ externalMemberId }) => externalMemberId).sort()).toEqual(await membersOf(acme.id));
});
