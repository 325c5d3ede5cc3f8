import { defineRoles, everything } from "@keyhold/access";
import { memory } from "@keyhold/adapter-memory";
import { organizationStatements } from "@keyhold/organization";
import { memberModel } from "@keyhold/organization/plugin";
import { describe, expect, test } from "vitest";
import { type Company, openCompany, openOrganizations, type Person } from "./fixture.ts";
import { allowing, give, openWithRole, post, roleOf, stored } from "./made-roles.ts";

/** Attempts to gain permissions by roles of organizations: each fails, and leaves no change behind. */

const all = everything(organizationStatements);
const mayMake = { role: ["create", "update", "delete"], member: ["update"], invitation: ["create"] };

const memberId = async ({ fixture, organizationId }: Company, { user }: Person): Promise<string> =>
  (await fixture.db.find(memberModel, { organizationId, userId: user.id }))?.id ?? "";

/** Requests a change of a member's roles. */
async function assign(company: Company, by: Person, to: Person, role: string | string[]) {
  const { organizationId } = company;
  return post(by, "update-member-role", { memberId: await memberId(company, to), role, organizationId });
}

describe("a role cannot exceed the permissions of its creator:", () => {
  test.each([
    [{ organization: ["delete"] }],
    [{ organization: ["update", "delete"] }],
    [{ member: ["create"], organization: ["delete"] }],
    [all],
  ])("an admin cannot create one with %j", async (permission) => {
    const company = await openCompany(allowing);
    const { admin, organizationId } = company;
    expect(await post(admin, "create-role", { role: "chief", permission, organizationId })).toMatchObject({
      status: 403,
      code: "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS",
    });
    expect(await stored(company)).toEqual([]);
  });

  test("nor can the owner, if the app gives owners less than all permissions", async () => {
    const statements = { ...organizationStatements, invoice: ["approve"] } as const;
    const roles = defineRoles(statements, { owner: all, auditor: { invoice: ["approve"] } });
    const company = await openCompany({ ...allowing, statements, roles });
    const asked = { role: "x", permission: { invoice: ["approve"] } };
    expect(await post(company.owner, "create-role", asked)).toMatchObject({
      code: "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS",
    });
  });

  test("a member with only the permission to create roles can create only such roles", async () => {
    const company = await openWithRole({ role: ["create"] });
    const { member, organizationId } = company;
    await give(company, member, "billing");
    const make = (permission: object) =>
      post(member, "create-role", { role: `x${Object.keys(permission).length}`, permission, organizationId });
    expect(await make({ member: ["update"] })).toMatchObject({ status: 403 });
    expect(await make({ role: ["create", "update"] })).toMatchObject({ status: 403 });
    expect(await make({ role: ["create"] })).toMatchObject({ status: 200 });
    expect(await make({})).toMatchObject({ status: 200 });
    for (const [path, body] of [
      ["update-role", { roleName: "x1", data: { permission: {} } }],
      ["delete-role", { roleName: "x0" }],
      ["update-role", { roleName: "billing", data: { permission: all } }],
    ] as const)
      expect(await post(member, path, { ...body, organizationId })).toMatchObject({
        status: 403,
        code: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES",
      });
  });

  test("members and outsiders cannot create, change or remove roles", async () => {
    const company = await openWithRole();
    const { member, outsider, organizationId, roleId } = company;
    const before = await stored(company);
    for (const [person, code] of [
      [member, "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES"],
      [outsider, "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"],
    ] as const) {
      const asks = [
        ["create-role", { role: "x", permission: {} }],
        ["update-role", { roleId, data: { permission: {} } }],
        ["update-role", { roleName: "owner", data: { permission: {} } }],
        ["delete-role", { roleId }],
        ["delete-role", { roleName: "none of that name" }],
      ] as const;
      for (const [path, body] of asks)
        expect(await post(person, path, { ...body, organizationId })).toMatchObject({ status: 403, code });
    }
    expect(await stored(company)).toEqual(before);
  });

  test("the id of another organization's role is not found", async () => {
    const company = await openWithRole();
    const { outsider, foreignId, roleId, fixture } = company;
    await outsider.client.organization.createRole({ role: "theirs", permission: {} });
    const before = await stored(company);
    for (const [path, body] of [
      ["update-role", { roleId, data: { permission: all, roleName: "stolen" } }],
      ["delete-role", { roleId }],
    ] as const)
      expect(await post(outsider, path, { ...body, organizationId: foreignId })).toMatchObject({
        code: "ROLE_NOT_FOUND",
      });
    expect(await stored(company)).toEqual(before);
    expect(fixture.logged).toEqual([]);
  });
});

describe("a harmless role stays harmless:", () => {
  test("its creator, who has it, cannot extend it beyond their own permissions", async () => {
    const company = await openCompany(allowing);
    const { admin, organizationId } = company;
    await post(admin, "create-role", { role: "helper", permission: {}, organizationId });
    expect(await assign(company, admin, admin, "admin,helper")).toMatchObject({ status: 200 });
    const enlarge = (permission: object) =>
      post(admin, "update-role", { roleName: "helper", data: { permission }, organizationId });
    expect(await enlarge({ organization: ["delete"] })).toMatchObject({
      code: "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS",
    });
    // They may add a permission of their other role, and gain no permission.
    expect(await enlarge({ organization: ["update"] })).toMatchObject({ status: 200 });
    expect((await post(admin, "delete", { organizationId })).status).toBe(403);
  });

  test("two members with different permissions cannot extend each other's roles", async () => {
    const company = await openWithRole({ role: ["create", "update"], member: ["update"] });
    const { owner, admin, member, organizationId } = company;
    await owner.client.organization.createRole({
      role: "remover",
      permission: { role: ["create", "update"], member: ["delete"] },
    });
    await give(company, admin, "billing");
    await give(company, member, "remover");
    // Each tries to extend the other's role by a permission only they have.
    const data = { permission: { role: ["create", "update"], member: ["update", "delete"] } };
    for (const [person, roleName] of [
      [admin, "remover"],
      [member, "billing"],
    ] as const)
      expect(await post(person, "update-role", { roleName, data, organizationId })).toMatchObject({
        status: 403,
        code: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES",
      });
  });

  test("no member narrows, renames or removes a role with permissions beyond their own", async () => {
    const company = await openWithRole({ organization: ["delete"] });
    const { admin, organizationId, roleId } = company;
    const before = await stored(company);
    for (const [path, body] of [
      ["update-role", { roleId, data: { permission: {} } }],
      ["update-role", { roleId, data: { roleName: "harmless" } }],
      ["update-role", { roleId, data: {} }],
      ["delete-role", { roleId }],
    ] as const)
      expect(await post(admin, path, { ...body, organizationId })).toMatchObject({
        status: 403,
        code: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES",
      });
    expect(await stored(company)).toEqual(before);
  });

  test("a role keeps permissions that its creator has lost, and is then beyond them", async () => {
    const company = await openCompany(allowing);
    const { admin, member, organizationId } = company;
    await post(admin, "create-role", { role: "helper", permission: mayMake, organizationId });
    await give(company, member, "helper");
    await give(company, admin, "member");
    expect(await post(member, "create-role", { role: "next", permission: {}, organizationId })).toMatchObject({
      status: 200,
    });
    expect(await post(admin, "update-role", { roleName: "helper", data: {}, organizationId })).toMatchObject({
      status: 403,
    });
  });
});

describe("a role can only be assigned by a member with all its permissions:", () => {
  test("not to others, not to oneself, not by an invitation", async () => {
    const company = await openWithRole({ organization: ["delete"] });
    const { admin, member, organizationId } = company;
    for (const to of [admin, member])
      for (const role of ["billing", "admin,billing", ["billing"], " billing "])
        expect((await assign(company, admin, to, role)).status).toBe(403);
    const invited = { email: "dan@example.com", role: "billing", organizationId };
    expect(await post(admin, "invite-member", invited)).toMatchObject({
      status: 403,
      code: "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
    });
    expect([await roleOf(company, admin), await roleOf(company, member)]).toEqual(["admin", "member"]);
  });

  test("a member with all permissions by another role is not an owner, and cannot change owners", async () => {
    const company = await openWithRole(Object.fromEntries(Object.entries(all).map(([key, list]) => [key, [...list]])));
    const { owner, member, organizationId } = company;
    await give(company, member, "billing");
    expect((await assign(company, member, member, "owner")).status).toBe(403);
    expect((await assign(company, member, member, "billing,owner")).status).toBe(403);
    expect((await assign(company, member, owner, "member")).status).toBe(403);
    const removed = { memberIdOrEmail: owner.user.email, organizationId };
    expect((await post(member, "remove-member", removed)).status).toBe(403);
    const invited = { email: "dan@example.com", role: "owner", organizationId };
    expect((await post(member, "invite-member", invited)).status).toBe(403);
    expect((await post(member, "create-role", { role: "Owner", permission: all, organizationId })).code).toBe(
      "ROLE_IS_FIXED",
    );
    expect([await roleOf(company, owner), await roleOf(company, member)]).toEqual(["owner", "billing"]);
  });

  test("a deleted role, or one of another organization, is not found", async () => {
    const company = await openWithRole();
    const { owner, outsider, member } = company;
    await outsider.client.organization.createRole({ role: "theirs", permission: all as Record<string, string[]> });
    expect(await assign(company, owner, member, "theirs")).toMatchObject({ status: 400, code: "ROLE_NOT_FOUND" });
    await owner.client.organization.deleteRole({ roleName: "billing" });
    expect(await assign(company, owner, member, "billing")).toMatchObject({ status: 400, code: "ROLE_NOT_FOUND" });
    // A row written by other software may still name the role, which grants no permission.
    await give(company, member, "theirs,billing");
    const deletion = { organizationId: company.organizationId };
    expect((await post(member, "delete", deletion)).status).toBe(403);
  });

  test("a later role of the app with the same name takes precedence", async () => {
    const database = memory();
    const roles = defineRoles(organizationStatements, { owner: all, admin: all, member: {}, billing: {} });
    const company = await openCompany(allowing, { database });
    const { owner, member, organizationId } = company;
    await owner.client.organization.createRole({ role: "billing", permission: { role: ["create"] } });
    await give(company, member, "billing");

    const later = openOrganizations({ ...allowing, roles }, { database });
    const [theirs, mine] = [later.visit(), later.visit()];
    await theirs.client.signIn.email({ email: member.user.email, password: member.password });
    const asked = { role: "x", permission: {}, organizationId };
    expect((await post(theirs, "create-role", asked)).code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES");

    // The organization's role is still listed and found by id, but the members have the app's role.
    await mine.client.signIn.email({ email: owner.user.email, password: owner.password });
    const { data } = await mine.client.organization.listRoles({ organizationId });
    const made = data?.find(({ isFixed }) => !isFixed);
    expect(made).toMatchObject({ role: "billing", permission: { role: ["create"] } });
    expect((await post(mine, "delete-role", { roleName: "billing", organizationId })).code).toBe("ROLE_IS_FIXED");
    expect((await post(mine, "delete-role", { roleId: made?.id, organizationId })).status).toBe(200);
    expect(await roleOf(company, member)).toBe("billing");
  });
});
