import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { defineErrors } from "@keyhold/core";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { type Interceptor, intercept } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { found, join, openCompany, openOrganizations } from "./fixture.ts";
import { all, colleague, errorOf, memberIdOf, memberOf, storedRolesOf } from "./memberships.ts";

const errors = defineErrors({ NOT_TODAY: { status: 409, message: "not today" } });

const notAllowed = { status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER" };
const notFound = { status: 400, code: "MEMBER_NOT_FOUND" };
const onlyOwner = { status: 400, code: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" };

describe("POST /organization/remove-member", () => {
  test("an owner removes a member, gets the removed member, and the event is emitted", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId } = company;
    const before = await memberOf(company, member);
    const { data } = await owner.client.organization.removeMember({ memberIdOrEmail: before?.id ?? "" });
    expect(data).toEqual({
      member: { ...before, user: { id: member.user.id, name: "member", email: "member@example.com", image: null } },
    });
    expect(await memberOf(company, member)).toBe(null);
    expect(fixture.events.at(-1)).toMatchObject({
      type: "member.removed",
      organization: { id: organizationId },
      member: { userId: member.user.id },
      actorId: owner.user.id,
    });
  });

  // I39
  test("finds a member by the email address in any case, and only that member", async () => {
    const company = await openCompany();
    const { owner, outsider, member } = company;
    const before = await all(company);
    for (const memberIdOrEmail of [outsider.user.email, "nobody@example.com", "%", "*", "%@example.com", "member", "_"])
      expect(errorOf(await owner.client.organization.removeMember({ memberIdOrEmail }))).toEqual(notFound);
    expect(await all(company)).toEqual(before);
    const { data } = await owner.client.organization.removeMember({ memberIdOrEmail: "MEMBER@Example.com" });
    expect(data?.member.userId).toBe(member.user.id);
  });

  test("an id of another organization's member is not found", async () => {
    const company = await openCompany();
    const { owner, outsider, foreignId, fixture } = company;
    const memberIdOrEmail = await memberIdOf({ fixture, organizationId: foreignId }, outsider);
    expect(errorOf(await owner.client.organization.removeMember({ memberIdOrEmail }))).toEqual(notFound);
    expect(await memberOf({ fixture, organizationId: foreignId }, outsider)).not.toBe(null);
  });

  // I02
  test("a non-member gets the same answer for an existing and a missing organization", async () => {
    const company = await openCompany();
    const { outsider, member, organizationId } = company;
    const before = await all(company);
    for (const memberIdOrEmail of [await memberIdOf(company, member), member.user.email, "nothing"])
      for (const named of [organizationId, "nothing"])
        expect(
          errorOf(await outsider.client.organization.removeMember({ memberIdOrEmail, organizationId: named })),
        ).toEqual(notFound);
    expect(await all(company)).toEqual(before);
  });

  // I03
  test("a member cannot remove others, and does not learn who is a member", async () => {
    const company = await openCompany();
    const { member, admin, outsider, organizationId } = company;
    const before = await all(company);
    for (const memberIdOrEmail of [await memberIdOf(company, admin), admin.user.email, outsider.user.email, "nothing"])
      expect(errorOf(await member.client.organization.removeMember({ memberIdOrEmail, organizationId }))).toEqual(
        notAllowed,
      );
    expect(await all(company)).toEqual(before);
  });

  // I08
  test("an admin cannot remove the owner, by id or by email address, but can remove an admin and a member", async () => {
    const company = await openCompany();
    const { admin, owner, member, organizationId } = company;
    for (const memberIdOrEmail of [await memberIdOf(company, owner), owner.user.email, "OWNER@example.com"])
      expect(errorOf(await admin.client.organization.removeMember({ memberIdOrEmail, organizationId }))).toEqual(
        notAllowed,
      );
    const other = await colleague(company, "other-admin", "admin");
    for (const { user } of [other, member]) {
      const { error } = await admin.client.organization.removeMember({ memberIdOrEmail: user.email, organizationId });
      expect(error).toBe(null);
    }
    expect(await storedRolesOf(company, owner, admin, other, member)).toEqual(["owner", "admin", null, null]);
  });

  test("no member removes a member with permissions beyond their own", async () => {
    const company = await openCompany();
    const { admin, organizationId } = company;
    const both = await colleague(company, "both", "admin,owner");
    const input = { memberIdOrEmail: both.user.email, organizationId };
    expect(errorOf(await admin.client.organization.removeMember(input))).toEqual(notAllowed);
  });

  test.each(["owner", "owner,admin", "admin, owner", "member,owner"])(
    "the last owner, stored as %j, stays until there is another one",
    async (role) => {
      const company = await openCompany();
      const { fixture, outsider, foreignId } = company;
      const where = { fixture, organizationId: foreignId };
      const id = await memberIdOf(where, outsider);
      await fixture.db.transactionOn(organizationModel, foreignId, async (tx, organization) => {
        await tx.update(memberModel, id, { role }, organization);
      });
      const removeMember = () => outsider.client.organization.removeMember({ memberIdOrEmail: id });
      expect(errorOf(await removeMember())).toEqual(onlyOwner);
      await join(fixture, { organizationId: foreignId, userId: company.admin.user.id, role: "admin" });
      expect(errorOf(await removeMember())).toEqual(onlyOwner);
      await join(fixture, { organizationId: foreignId, userId: company.owner.user.id, role: "admin,owner" });
      expect((await removeMember()).error).toBe(null);
    },
  );

  // I40
  test("a member removing themselves has no active organization in any browser", async () => {
    const company = await openCompany();
    const { fixture, admin, organizationId, foreignId, owner } = company;
    await join(fixture, { organizationId: foreignId, userId: admin.user.id, role: "member" });
    const other = fixture.visit();
    await other.client.signIn.email({ email: admin.user.email, password: admin.password });
    const elsewhere = fixture.visit();
    await elsewhere.client.signIn.email({ email: admin.user.email, password: admin.password });
    for (const { client } of [admin, other]) await client.organization.setActive({ organizationId });
    await elsewhere.client.organization.setActive({ organizationId: foreignId });

    expect((await admin.client.organization.removeMember({ memberIdOrEmail: admin.user.email })).error).toBe(null);
    const active = async ({ client }: Pick<typeof admin, "client">) =>
      (await client.getSession()).data?.session.activeOrganizationId;
    expect([await active(admin), await active(other), await active(elsewhere)]).toEqual([null, null, foreignId]);
    expect(await active(owner)).toBe(organizationId);
  });

  test("a member is removed even if their session ends meanwhile", async () => {
    const file = new DatabaseSync(":memory:");
    const database = sqlite(file);
    let doomed = "";
    const verb: Interceptor["verb"] = ({ verb, model, isInTransaction }, run) => {
      if (isInTransaction && verb === "update" && model === "session")
        file.prepare('delete from "session" where "userId" = ?').run(doomed);
      return run();
    };
    const fixture = openOrganizations({}, { database: intercept(database, { verb }) });
    await (await planMigration(database, fixture.auth.schema)).apply();
    const owner = await fixture.signUp("owner@example.com");
    const ann = await fixture.signUp("ann@example.com");
    const organizationId = await found(owner, "acme");
    await join(fixture, { organizationId, userId: ann.user.id, role: "member" });
    await ann.client.organization.setActive({ organizationId });
    doomed = ann.user.id;
    const { error } = await owner.client.organization.removeMember({ memberIdOrEmail: ann.user.email });
    expect(error).toBe(null);
    expect(await memberOf({ fixture, organizationId }, ann)).toBe(null);
    expect((await ann.client.getSession()).data).toBe(null);
    await database.close();
  });

  test("a role from the body, a session or a cookie has no effect: only the caller's stored role decides", async () => {
    const company = await openCompany();
    const { member, admin, organizationId } = company;
    const body = { memberIdOrEmail: admin.user.email, organizationId, role: "owner", userId: company.owner.user.id };
    const response = await member.browser.post("/organization/remove-member", body);
    expect(response.status).toBe(403);
    expect(await memberOf(company, admin)).not.toBe(null);
  });

  test("needs a session, and an organization", async () => {
    const { fixture, member, organizationId } = await openCompany();
    const input = { memberIdOrEmail: member.user.email };
    expect(errorOf(await fixture.client.organization.removeMember({ ...input, organizationId }))).toEqual({
      status: 401,
      code: "UNAUTHORIZED",
    });
    expect(errorOf(await member.client.organization.removeMember(input))).toEqual({
      status: 400,
      code: "NO_ACTIVE_ORGANIZATION",
    });
  });

  test("a hook of the app can fail the call, without any change", async () => {
    const company = await openCompany(
      {},
      {
        errors,
        hooks: { "member.remove": (_member, ctx) => ctx.fail(errors.NOT_TODAY) },
      },
    );
    const { owner, member } = company;
    const input = { memberIdOrEmail: member.user.email };
    expect(errorOf(await owner.client.organization.removeMember(input))).toEqual({ status: 409, code: "NOT_TODAY" });
    expect(await memberOf(company, member)).not.toBe(null);
  });

  test("a server-side call acts for the user of its headers", async () => {
    const company = await openCompany();
    const { fixture, admin, member, organizationId } = company;
    const input = { memberIdOrEmail: member.user.email, organizationId };
    const { removeMember } = fixture.auth.api.organization;
    await expect(removeMember(input)).rejects.toMatchObject({ status: 401 });
    await expect(removeMember(input, { headers: member.browser.headers() })).resolves.toMatchObject({
      member: { userId: member.user.id },
    });
    await expect(removeMember(input, { headers: admin.browser.headers() })).rejects.toMatchObject(notFound);
  });
});
