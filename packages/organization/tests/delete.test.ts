import { memory } from "@keyhold/adapter-memory";
import { defineErrors } from "@keyhold/core";
import { definePlugin, type HookContext, type Plugin } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { invitationModel, memberModel, organizationModel, organizationRoleModel } from "@keyhold/organization/plugin";
import { createClock, createTestAuth, memoryStorage } from "@keyhold/testing";
import { counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { type Company, found, type OrganizationAuth, openCompany, type Person } from "./fixture.ts";

const errors = defineErrors({ ORDERS_ARE_OPEN: { status: 409, message: "orders are open" } });

const remove = async ({ client }: Person, organizationId: string) => {
  const { data, error } = await client.organization.delete({ organizationId });
  return error ?? data;
};
const activeIn = async ({ client }: Person) => (await client.getSession()).data?.session.activeOrganizationId;
const rowsOf = async ({ db }: OrganizationAuth, organizationId: string) => ({
  organizations: await db.count(organizationModel, { id: organizationId }),
  members: await db.count(memberModel, { organizationId }),
  invitations: await db.count(invitationModel, { organizationId }),
  roles: await db.count(organizationRoleModel, { organizationId }),
});
const nothing = { organizations: 0, members: 0, invitations: 0, roles: 0 };

/** A company with an invitation and a custom role. */
async function openFilled(...given: Parameters<typeof openCompany>): Promise<Company> {
  const company = await openCompany(...given);
  const { fixture, organizationId, owner } = company;
  const now = fixture.clock.now();
  await fixture.db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
    const shared = { organizationId, createdAt: now };
    const invited = { ...shared, email: "dan@example.com", role: "member", inviterId: owner.user.id };
    await tx.insert(invitationModel, { ...invited, expiresAt: new Date(now.getTime() + 1000) }, organization);
    await tx.insert(organizationRoleModel, { ...shared, role: "scribe", permission: "{}" }, organization);
  });
  return company;
}

describe("POST /organization/delete", () => {
  test("removes the organization with its members, invitations and roles, and returns it", async () => {
    const { fixture, organizationId, foreignId, owner } = await openFilled();
    expect(await rowsOf(fixture, organizationId)).toEqual({ organizations: 1, members: 3, invitations: 1, roles: 1 });
    await owner.client.organization.update({ organizationId, data: { metadata: { a: "b" } } });
    const stored = await fixture.db.find(organizationModel, { id: organizationId });
    const answer = await remove(owner, organizationId);
    expect(answer).toEqual(stored);
    expect(answer).toMatchObject({ slug: "acme", metadata: '{"a":"b"}' });
    expect(await rowsOf(fixture, organizationId)).toEqual(nothing);
    expect(await rowsOf(fixture, foreignId)).toMatchObject({ organizations: 1, members: 1 });
    await fixture.auth.idle();
    expect(fixture.events.at(-1)).toMatchObject({
      type: "organization.deleted",
      organization: { id: organizationId },
      actorId: owner.user.id,
    });
  });

  test("clears it as the active organization of every session, and frees the slug", async () => {
    const { organizationId, foreignId, owner, admin, outsider } = await openCompany();
    await admin.client.organization.setActive({ organizationId });
    expect([await activeIn(owner), await activeIn(admin)]).toEqual([organizationId, organizationId]);
    await remove(owner, organizationId);
    expect([await activeIn(owner), await activeIn(admin)]).toEqual([null, null]);
    expect(await activeIn(outsider)).toBe(foreignId);
    expect((await admin.client.organization.getFullOrganization()).data).toBe(null);
    expect(await found(outsider, "acme")).not.toBe(organizationId);
  });

  test("fails for an organization that is already deleted", async () => {
    const { organizationId, owner } = await openCompany();
    await remove(owner, organizationId);
    const { client } = owner;
    const gone = { code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION" };
    expect(await remove(owner, organizationId)).toMatchObject({ ...gone, status: 400 });
    const asks = [
      client.organization.update({ organizationId, data: { name: "Risen" } }),
      client.organization.setActive({ organizationId }),
      client.organization.getOrganization({ organizationId }),
      client.organization.getFullOrganization({ organizationSlug: "acme" }),
    ];
    for (const { error } of await Promise.all(asks)) expect(error).toMatchObject(gone);
    expect((await client.organization.list()).data).toEqual([]);
  });

  test.each([{}, { organizationId: "" }, { organizationId: null }, { organizationId: ["a"] }])(
    "deletes no organization without an id: %j",
    async (input) => {
      const { fixture, organizationId, owner } = await openCompany();
      const response = await owner.browser.post("/organization/delete", input);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "organizationId" }] });
      expect(await rowsOf(fixture, organizationId)).toMatchObject({ organizations: 1, members: 3 });
    },
  );

  test("leaves every row unchanged if a hook fails", async () => {
    const shop: Plugin = definePlugin({
      id: "shop",
      errors,
      hooks: { "organization.delete": (ctx: Pick<HookContext, "fail">) => ctx.fail(errors.ORDERS_ARE_OPEN) },
    });
    const fixture = createTestAuth({
      plugins: [organization(), shop] as const,
      clientPlugins: [organizationClient()] as const,
    });
    const { client } = await fixture.signUp("ann@example.com");
    const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
    const { error } = await client.organization.delete({ organizationId: data?.id ?? "" });
    expect(error).toMatchObject({ code: "ORDERS_ARE_OPEN", status: 409 });
    expect((await client.getSession()).data?.session.activeOrganizationId).toBe(data?.id);
    expect(await fixture.db.count(memberModel, {})).toBe(1);
  });
});

describe("the right to delete an organization", () => {
  test.each(["admin", "member"] as const)("is denied to the %s", async (role) => {
    const company = await openCompany();
    expect(await remove(company[role], company.organizationId)).toMatchObject({
      code: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
      status: 403,
    });
    expect(await rowsOf(company.fixture, company.organizationId)).toMatchObject({ organizations: 1, members: 3 });
  });

  test("is denied to non-members, who do not learn whether it exists", async () => {
    const { fixture, organizationId, outsider } = await openCompany();
    const foreign = await remove(outsider, organizationId);
    expect(foreign).toMatchObject({ code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION", status: 400 });
    expect(await remove(outsider, "nobody")).toEqual(foreign);
    expect(await rowsOf(fixture, organizationId)).toMatchObject({ organizations: 1, members: 3 });
  });

  test("is denied without a session", async () => {
    const { fixture, organizationId } = await openCompany();
    const response = await fixture.browser.post("/organization/delete", { organizationId });
    expect(response.status).toBe(401);
    expect(await rowsOf(fixture, organizationId)).toMatchObject({ organizations: 1 });
  });

  test("is denied even to an owner if deletion is disabled; only owners get this error", async () => {
    const { fixture, organizationId, owner, admin, outsider } = await openCompany({
      disableOrganizationDeletion: true,
    });
    expect(await remove(owner, organizationId)).toMatchObject({
      code: "ORGANIZATION_DELETION_IS_DISABLED",
      status: 403,
    });
    expect(await remove(admin, organizationId)).toMatchObject({
      code: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
    });
    expect(await remove(outsider, organizationId)).toMatchObject({ code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION" });
    expect(await activeIn(owner)).toBe(organizationId);
    expect(await rowsOf(fixture, organizationId)).toMatchObject({ organizations: 1, members: 3 });
  });
});

describe("a session cache entry in a secondary storage", () => {
  test("does not show a deleted organization as the active one", async () => {
    const clock = createClock();
    const database = counted(memory());
    const secondaryStorage = memoryStorage({ now: clock.now });
    const { fixture, organizationId, owner, admin } = await openCompany(
      {},
      { database, secondaryStorage, now: clock.now },
    );
    await admin.client.organization.setActive({ organizationId });
    // No session cache entry is written for two minutes after a change.
    clock.forward({ minutes: 3 });
    const show = async () => {
      const shown = [await activeIn(owner), await activeIn(admin)];
      await fixture.auth.idle();
      return shown;
    };
    expect(await show()).toEqual([organizationId, organizationId]);
    database.reset();
    expect(await show()).toEqual([organizationId, organizationId]);
    expect(database.calls).toEqual([]);
    await remove(owner, organizationId);
    expect(await show()).toEqual([null, null]);
  });

  test("costs a deletion no statement if there is no cache", async () => {
    const database = counted(memory());
    const { organizationId, owner } = await openCompany({}, { database });
    database.reset();
    await remove(owner, organizationId);
    expect(database.calls.map(({ verb, model }) => `${verb} ${model}`)).toEqual([
      "find session",
      "exists session",
      "find member",
      "remove organization",
    ]);
  });
});
