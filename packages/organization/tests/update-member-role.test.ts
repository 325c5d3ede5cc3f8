import { defineRoles } from "@keyhold/access";
import { defineErrors } from "@keyhold/core";
import { organizationRoles, organizationStatements } from "@keyhold/organization";
import { describe, expect, test } from "vitest";
import { openCompany } from "./fixture.ts";
import { all, colleague, errorOf, memberIdOf, memberOf, storedRolesOf } from "./memberships.ts";

const errors = defineErrors({ NOT_TODAY: { status: 409, message: "not today" } });

const notAllowed = { status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER" };
const notFound = { status: 400, code: "MEMBER_NOT_FOUND" };
const noSuchRole = { status: 400, code: "ROLE_NOT_FOUND" };
const onlyOwner = { status: 400, code: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" };

const statements = { ...organizationStatements, invoice: ["read", "pay"] } as const;
const roles = defineRoles(statements, {
  ...organizationRoles,
  billing: { invoice: ["read", "pay"] },
  clerk: { member: ["update"], invoice: ["read"] },
});

describe("POST /organization/update-member-role", () => {
  test("an owner assigns another role, or several, and the event has the previous one", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId } = company;
    const before = await memberOf(company, member);
    const memberId = before?.id ?? "";
    const { data } = await owner.client.organization.updateMemberRole({ memberId, role: "admin" });
    expect(data).toEqual({ ...before, role: "admin" });
    expect(fixture.events.at(-1)).toMatchObject({
      type: "member.role-changed",
      organization: { id: organizationId },
      member: { id: memberId, role: "admin" },
      before: "member",
      actorId: owner.user.id,
    });
    const both = await owner.client.organization.updateMemberRole({ memberId, role: ["member", " admin,member "] });
    expect(both.data?.role).toBe("member,admin");
  });

  test("the creator's role is stored first, each role once", async () => {
    const company = await openCompany();
    const memberId = await memberIdOf(company, company.member);
    const role = "admin, owner,admin,,owner ";
    expect((await company.owner.client.organization.updateMemberRole({ memberId, role })).data?.role).toBe(
      "owner,admin",
    );
  });

  test("the current roles again change no row, and emit no event", async () => {
    const company = await openCompany();
    const { fixture, owner, member } = company;
    const memberId = await memberIdOf(company, member);
    const told = fixture.events.length;
    expect((await owner.client.organization.updateMemberRole({ memberId, role: [" member"] })).data?.role).toBe(
      "member",
    );
    expect(fixture.events).toHaveLength(told);
  });

  // I05, row 48
  test.each([
    ["owner"],
    [["owner"]],
    ["admin,owner"],
    [["admin,owner"]],
    [" owner"],
    ["owner "],
    [["member", " owner"]],
    ["OWNER"],
  ])("an admin makes no member an owner, by %j", async (role) => {
    const company = await openCompany();
    const { admin, member, organizationId } = company;
    const before = await all(company);
    for (const person of [admin, member]) {
      const memberId = await memberIdOf(company, person);
      const refused = errorOf(await admin.client.organization.updateMemberRole({ memberId, role, organizationId }));
      expect(refused).toEqual(role === "OWNER" ? noSuchRole : notAllowed);
    }
    expect(await all(company)).toEqual(before);
  });

  // I08
  test("an admin can change admins and members, but no owner, even one with other roles", async () => {
    const company = await openCompany();
    const { admin, owner, member, organizationId } = company;
    const both = await colleague(company, "both", "admin,owner");
    const other = await colleague(company, "other", "admin");
    const change = async (person: typeof admin, role: string | string[]) =>
      errorOf(
        await admin.client.organization.updateMemberRole({
          memberId: await memberIdOf(company, person),
          role,
          organizationId,
        }),
      );
    for (const role of ["member", "admin", "owner", [], "nothing"])
      for (const person of [owner, both]) expect(await change(person, role)).toEqual(notAllowed);
    expect([await change(member, "admin"), await change(other, "member"), await change(admin, "member")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await storedRolesOf(company, owner, both, member, other, admin)).toEqual([
      "owner",
      "admin,owner",
      "admin",
      "member",
      "member",
    ]);
    // An admin who makes themselves a member loses the permission.
    expect(await change(member, "member")).toEqual(notAllowed);
  });

  // I10, row 49
  test.each([["member"], ["admin"], [[]], [""], [" , "], [["", " "]]])(
    "the only owner does not become %j",
    async (role) => {
      const company = await openCompany();
      const { owner } = company;
      const memberId = await memberIdOf(company, owner);
      const change = () => owner.client.organization.updateMemberRole({ memberId, role });
      expect(errorOf(await change())).toEqual(onlyOwner);
      expect(await storedRolesOf(company, owner)).toEqual(["owner"]);
      await owner.client.organization.updateMemberRole({ memberId, role: ["admin", "owner"] });
      expect(errorOf(await change())).toEqual(onlyOwner);
      expect(await storedRolesOf(company, owner)).toEqual(["owner,admin"]);
    },
  );

  test("of two owners one can be demoted, by themselves or by the other", async () => {
    const company = await openCompany();
    const { owner, organizationId } = company;
    const second = await colleague(company, "second", "admin,owner");
    const memberId = await memberIdOf(company, owner);
    const { error } = await second.client.organization.updateMemberRole({ memberId, role: "member", organizationId });
    expect(error).toBe(null);
    const own = { memberId: await memberIdOf(company, second), role: "admin", organizationId };
    expect(errorOf(await second.client.organization.updateMemberRole(own))).toEqual(onlyOwner);
    expect(await storedRolesOf(company, owner, second)).toEqual(["member", "admin,owner"]);
  });

  test.each(["nope", "admin,nope", "__proto__", "constructor", "OWNER", "*", "admin;owner"])(
    "an unknown role is not stored: %j",
    async (role) => {
      const company = await openCompany();
      const memberId = await memberIdOf(company, company.member);
      const { updateMemberRole } = company.owner.client.organization;
      expect(errorOf(await updateMemberRole({ memberId, role }))).toEqual(noSuchRole);
      expect(errorOf(await updateMemberRole({ memberId, role: [role, "member"] }))).toEqual(noSuchRole);
      expect(errorOf(await updateMemberRole({ memberId, role: [] }))).toEqual(noSuchRole);
      expect(await storedRolesOf(company, company.member)).toEqual(["member"]);
    },
  );

  // Row 47
  test("a member of another organization is not found by a call naming either organization", async () => {
    const company = await openCompany();
    const { fixture, owner, outsider, organizationId, foreignId } = company;
    const foreign = { fixture, organizationId: foreignId };
    const memberId = await memberIdOf(foreign, outsider);
    for (const named of [{}, { organizationId }, { organizationId: foreignId }, { organizationId: "nothing" }])
      expect(errorOf(await owner.client.organization.updateMemberRole({ memberId, role: "member", ...named }))).toEqual(
        notFound,
      );
    expect(await storedRolesOf(foreign, outsider)).toEqual(["owner"]);
  });

  // I02
  test("a non-member gets the same answer for an existing and a missing organization", async () => {
    const company = await openCompany();
    const { outsider, member, organizationId } = company;
    const before = await all(company);
    for (const memberId of [await memberIdOf(company, member), "nothing"])
      for (const named of [organizationId, "nothing"])
        expect(
          errorOf(
            await outsider.client.organization.updateMemberRole({ memberId, role: "admin", organizationId: named }),
          ),
        ).toEqual(notFound);
    expect(await all(company)).toEqual(before);
  });

  // I03, row 52
  test("a member cannot change roles, their own included, and learns no members or roles", async () => {
    const company = await openCompany();
    const { member, admin, owner, organizationId } = company;
    const before = await all(company);
    const ids = [
      await memberIdOf(company, member),
      await memberIdOf(company, admin),
      await memberIdOf(company, owner),
      "nothing",
    ];
    for (const memberId of ids)
      for (const role of ["admin", "member", "nope", []])
        expect(errorOf(await member.client.organization.updateMemberRole({ memberId, role, organizationId }))).toEqual(
          notAllowed,
        );
    expect(await all(company)).toEqual(before);
  });

  test("a member with the permission to update members assigns and revokes no permission beyond their own", async () => {
    const company = await openCompany({ statements, roles });
    const { member, admin, organizationId } = company;
    const clerk = await colleague(company, "clerk", "clerk");
    const change = async (person: typeof admin, role: string) =>
      errorOf(
        await clerk.client.organization.updateMemberRole({
          memberId: await memberIdOf(company, person),
          role,
          organizationId,
        }),
      );
    expect(await change(member, "clerk")).toBe(null);
    expect(await change(member, "member")).toBe(null);
    expect(await change(member, "billing")).toEqual(notAllowed);
    expect(await change(member, "member,billing")).toEqual(notAllowed);
    expect(await change(member, "admin")).toEqual(notAllowed);
    expect(await change(clerk, "clerk,billing")).toEqual(notAllowed);
    const payer = await colleague(company, "payer", "billing");
    expect(await change(payer, "member")).toEqual(notAllowed);
    expect(await change(admin, "member")).toEqual(notAllowed);
    expect(await storedRolesOf(company, member, clerk, payer, admin)).toEqual(["member", "clerk", "billing", "admin"]);
  });

  test("needs a session and an organization", async () => {
    const company = await openCompany();
    const { fixture, admin, organizationId } = company;
    const input = { memberId: await memberIdOf(company, company.member), role: "member" };
    expect(errorOf(await fixture.client.organization.updateMemberRole({ ...input, organizationId }))).toEqual({
      status: 401,
      code: "UNAUTHORIZED",
    });
    expect(errorOf(await admin.client.organization.updateMemberRole(input))).toEqual({
      status: 400,
      code: "NO_ACTIVE_ORGANIZATION",
    });
  });

  test.each([
    ["a number", 7],
    ["null", null],
    ["an object", { owner: true }],
    ["a list of numbers", [7]],
    ["a text that no column holds", Array.from({ length: 40 }, (_, number) => `billing${number}`).join()],
    ["a list that no column holds", Array.from({ length: 30 }, (_, number) => `billing-${number}`)],
    ["a list of too many", Array(33).fill("member")],
  ])("rejects an invalid role: %s", async (_what, role) => {
    const company = await openCompany();
    const memberId = await memberIdOf(company, company.member);
    const response = await company.owner.browser.post("/organization/update-member-role", { memberId, role });
    expect(response.status).toBe(400);
    const { code, issues } = await response.json();
    expect(code).toBe("VALIDATION_ERROR");
    expect(issues[0].path).toMatch(/^role/);
  });

  test("a server-side call acts for the user of its headers", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId } = company;
    const { updateMemberRole } = fixture.auth.api.organization;
    const input = { memberId: await memberIdOf(company, member), role: "admin", organizationId };
    await expect(updateMemberRole(input)).rejects.toMatchObject({ status: 401 });
    await expect(updateMemberRole(input, { headers: member.browser.headers() })).rejects.toMatchObject(notAllowed);
    expect(await updateMemberRole(input, { headers: owner.browser.headers() })).toMatchObject({ role: "admin" });
  });
});

describe('rules at "hooks at "member.update-role""', () => {
  test("can change the stored role, or fail", async () => {
    const company = await openCompany(
      {},
      {
        errors,
        hooks: {
          "member.update-role": ({ role }, ctx, { member }) => {
            if (role === "admin") ctx.fail(errors.NOT_TODAY);
            return { role: `${role},${member.role}` };
          },
        },
      },
    );
    const { owner, member } = company;
    const memberId = await memberIdOf(company, member);
    const { updateMemberRole } = owner.client.organization;
    expect(errorOf(await updateMemberRole({ memberId, role: "admin" }))).toEqual({ status: 409, code: "NOT_TODAY" });
    expect((await updateMemberRole({ memberId, role: "owner" })).data?.role).toBe("owner,member");
  });

  test("cannot remove the last owner", async () => {
    const company = await openCompany({}, { hooks: { "member.update-role": () => ({ role: "member" }) } });
    const { owner } = company;
    const memberId = await memberIdOf(company, owner);
    const { updateMemberRole } = owner.client.organization;
    expect(errorOf(await updateMemberRole({ memberId, role: "owner,admin" }))).toEqual(onlyOwner);
    expect(await storedRolesOf(company, owner)).toEqual(["owner"]);
  });
});
