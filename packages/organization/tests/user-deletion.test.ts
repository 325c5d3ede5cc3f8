import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { definePlugin, type Plugin, sessionModel, userModel } from "@keyhold/core/plugin";
import { type Member, organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { invitationModel, memberModel, organizationModel } from "@keyhold/organization/plugin";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { type Company, found, join, openCompany, type Person } from "./fixture.ts";
import { invite } from "./invited.ts";

const open = (deletion: object = { confirmByMail: false }) =>
  openCompany({}, { user: { deleteUser: { enabled: true, ...deletion } } });

const leaveFor = async ({ client, password }: Person) => (await client.deleteUser({ password })).error;

const onlyOwner = (...slugs: readonly string[]) => ({
  code: "YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION",
  status: 400,
  issues: slugs.map((path) => ({ path, message: "You are its only owner" })),
});

const rowsOf = async ({ fixture: { db } }: Company, userId: string) => ({
  users: await db.count(userModel, { id: userId }),
  sessions: await db.count(sessionModel, { userId }),
  members: await db.count(memberModel, { userId }),
  invitations: await db.count(invitationModel, { inviterId: userId }),
});
const gone = { users: 0, sessions: 0, members: 0, invitations: 0 };

describe("the deletion of an account", () => {
  test("fails for the only owner of an organization, and lists each organization by its slug", async () => {
    const company = await open();
    const { owner } = company;
    await found(owner, "second");
    const shared = await found(owner, "shared");
    await join(company.fixture, { organizationId: shared, userId: company.admin.user.id, role: "owner" });
    const error = await leaveFor(owner);
    expect(error).toMatchObject({ code: "YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION", status: 400 });
    expect(error?.issues?.map(({ path }) => path).sort()).toEqual(["acme", "second"]);
    expect(await rowsOf(company, owner.user.id)).toEqual({ users: 1, sessions: 1, members: 3, invitations: 0 });
    expect((await owner.client.getSession()).data?.user.id).toBe(owner.user.id);
  });

  test.each(["admin", "member"] as const)(
    "deletes the memberships of the %s, and the invitations sent by them",
    async (who) => {
      const company = await open();
      const { fixture, organizationId, foreignId } = company;
      const person = company[who];
      await join(fixture, { organizationId: foreignId, userId: person.user.id, role: "admin" });
      await invite({ owner: person, organizationId: foreignId });
      expect(await rowsOf(company, person.user.id)).toEqual({ users: 1, sessions: 1, members: 2, invitations: 1 });
      expect(await leaveFor(person)).toBe(null);
      expect(await rowsOf(company, person.user.id)).toEqual(gone);
      expect(await fixture.db.count(memberModel, { organizationId })).toBe(2);
      expect(await fixture.db.count(memberModel, { organizationId: foreignId })).toBe(1);
      expect(fixture.logged).toEqual([]);
    },
  );

  test("emits an event for each ended membership, and no event if it fails", async () => {
    const { fixture, owner, member, organizationId } = await open();
    expect(await leaveFor(owner)).toMatchObject(onlyOwner("acme"));
    await leaveFor(member);
    await fixture.auth.idle();
    expect(fixture.events.filter(({ type }) => type === "member.removed")).toMatchObject([
      { organization: { id: organizationId }, member: { userId: member.user.id, role: "member" }, actorId: null },
    ]);
    expect(fixture.events.at(-1)).toMatchObject({ type: "user.deleted", user: { id: member.user.id } });
  });

  test("works for an owner beside another one, even one with other roles", async () => {
    const { fixture, organizationId, owner, admin } = await open();
    const promote = (role: string) =>
      fixture.db.transactionOn(organizationModel, organizationId, async (tx, locked) => {
        const row: Member | null = await tx.find(memberModel, { organizationId, userId: admin.user.id });
        await tx.update(memberModel, row?.id ?? "", { role }, locked);
      });
    for (const role of ["admin,ownership", "owners", "Owner"]) {
      await promote(role);
      expect(await leaveFor(owner)).toMatchObject(onlyOwner("acme"));
    }
    await promote("admin,owner");
    expect(await leaveFor(owner)).toBe(null);
    expect(await leaveFor(admin)).toMatchObject(onlyOwner("acme"));
  });

  test("works after the organization is deleted, or transferred", async () => {
    const { fixture, organizationId, owner, admin } = await open();
    await found(owner, "second");
    await owner.client.organization.delete({ organizationId: await found(owner, "third") });
    const heir = await fixture.db.find(memberModel, { organizationId, userId: admin.user.id });
    await owner.client.organization.transferOwnership({ organizationId, memberId: heir?.id ?? "" });
    expect(await leaveFor(owner)).toMatchObject(onlyOwner("second"));
    const second = await fixture.db.find(organizationModel, { slug: "second" });
    await owner.client.organization.delete({ organizationId: second?.id ?? "" });
    expect(await leaveFor(owner)).toBe(null);
  });

  test("by the link of an email fails in the same way in the browser, and the link stays valid", async () => {
    const company = await open({});
    const { fixture, owner, organizationId } = company;
    expect(await owner.client.deleteUser({ callbackURL: "/bye", password: owner.password })).toMatchObject({
      error: null,
    });
    const link = linkIn(await fixture.mailbox.waitFor("owner@example.com", { kind: "delete-account" }));
    const refused = await owner.browser.follow(link);
    expect(refused.status).toBe(303);
    expect(refused.headers.get("location")).toContain("/bye?error=you_are_the_only_owner_of_an_organization");
    expect(await rowsOf(company, owner.user.id)).toMatchObject({ users: 1, members: 1 });
    await owner.client.organization.delete({ organizationId });
    const followed = await owner.browser.follow(link);
    expect(followed.headers.get("location")).not.toContain("error");
    expect(await rowsOf(company, owner.user.id)).toEqual(gone);
  });

  test("with the token of an email fails in the same way", async () => {
    const company = await open({});
    const { fixture, owner } = company;
    await owner.client.deleteUser({ password: owner.password });
    const link = linkIn(await fixture.mailbox.waitFor("owner@example.com", { kind: "delete-account" }));
    const token = link.searchParams.get("token") ?? "";
    expect((await owner.client.deleteUser({ token })).error).toMatchObject(onlyOwner("acme"));
    expect(await rowsOf(company, owner.user.id)).toMatchObject({ users: 1, members: 1 });
  });

  test("by an administrator fails in the same way", async () => {
    const database = memory();
    const openOffice = (adminUserIds: readonly string[]) =>
      createTestAuth({
        plugins: [organization(), admin({ adminUserIds })] as const,
        clientPlugins: [organizationClient(), adminClient()] as const,
        config: { database },
      });
    const { user, password } = await openOffice([]).signUp("staff@example.com");
    const fixture = openOffice([user.id]);
    await fixture.client.signIn.email({ email: "staff@example.com", password });
    const ann = await fixture.signUp("ann@example.com");
    const { data: acme } = await ann.client.organization.create({ name: "Acme", slug: "acme" });
    const remove = () => fixture.client.admin.removeUser({ userId: ann.user.id });
    expect((await remove()).error).toMatchObject(onlyOwner("acme"));
    expect(await fixture.db.count(memberModel, { userId: ann.user.id })).toBe(1);
    await join(fixture, { organizationId: acme?.id ?? "", userId: user.id, role: "owner" });
    expect((await remove()).error).toBe(null);
    expect(await fixture.db.count(memberModel, { userId: ann.user.id })).toBe(0);
  });

  test("works if an earlier plugin transfers the organization", async () => {
    let heirId = "";
    const heritage: Plugin = definePlugin({
      id: "heritage",
      hooks: {
        "user.delete": async (_, ctx) => {
          const row = await ctx.db.find(memberModel, { userId: heirId });
          const locked = row && (await ctx.db.lock(organizationModel, row.organizationId));
          if (locked) await ctx.db.update(memberModel, row.id, { role: "owner" }, locked);
        },
      },
    });
    const fixture = createTestAuth({
      plugins: [heritage, organization()] as const,
      clientPlugins: [organizationClient()] as const,
      config: { user: { deleteUser: { enabled: true, confirmByMail: false } } },
    });
    const ann = await fixture.signUp("ann@example.com");
    const bob = await fixture.signUp("bob@example.com");
    const organizationId = await found(ann, "acme");
    await join(fixture, { organizationId, userId: bob.user.id, role: "member" });
    const ask = async () => (await ann.client.deleteUser({ password: ann.password })).error;
    expect(await ask()).toMatchObject(onlyOwner("acme"));
    heirId = bob.user.id;
    expect(await ask()).toBe(null);
    expect(await fixture.db.list(memberModel, { organizationId }, { orderBy: "id", limit: 9 })).toMatchObject([
      { userId: bob.user.id, role: "owner" },
    ]);
  });

  test("works for a user with more organizations than one page", async () => {
    const { fixture, owner, member } = await open();
    for (let made = 0; made < 510; made += 1) {
      const row = { name: "Shop", slug: `shop-${made}`, createdAt: fixture.clock.now() };
      const shop = await fixture.db.insert(organizationModel, row);
      if (!("id" in shop)) throw new Error("The slug is taken.");
      await join(fixture, { organizationId: shop.id, userId: owner.user.id, role: "owner" });
      await join(fixture, { organizationId: shop.id, userId: member.user.id, role: made === 509 ? "owner" : "member" });
    }
    expect((await leaveFor(owner))?.issues).toHaveLength(510);
    expect(await leaveFor(member)).toBe(null);
    expect(await fixture.db.count(memberModel, { userId: member.user.id })).toBe(0);
  });
});
