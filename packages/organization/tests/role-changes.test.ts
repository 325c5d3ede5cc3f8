import { memory } from "@keyhold/adapter-memory";
import { isConflict, userModel } from "@keyhold/core/plugin";
import { organization, organizationErrors } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { invitationModel, memberModel, organizationModel, organizationRoleModel } from "@keyhold/organization/plugin";
import { createTestAuth } from "@keyhold/testing";
import { counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { type Company, found, openCompany } from "./fixture.ts";
import { allowing, billing, give, openWithRole, post, roleOf, stored } from "./made-roles.ts";

/** An invitation with a role, expiring after `days`. */
async function invite({ fixture, organizationId, owner }: Company, role: string | null, days = 2): Promise<string> {
  const expiresAt = new Date(fixture.clock.now().getTime() + days * 86_400_000);
  const id = await fixture.db.transactionOn(organizationModel, organizationId, async (tx, locked) => {
    const row = { organizationId, email: "dan@example.com", role, expiresAt, inviterId: owner.user.id };
    const made = await tx.insert(invitationModel, row, locked);
    return isConflict(made) ? null : made.id;
  });
  return id ?? "";
}

describe("POST /organization/update-role", () => {
  test("changes the permissions of all members with the role immediately", async () => {
    const company = await openWithRole({ role: ["create"] });
    const { owner, member, organizationId, roleId, fixture } = company;
    await give(company, member, "billing");
    const ask = (role: string) => member.client.organization.createRole({ role, permission: {}, organizationId });
    expect((await ask("one")).error).toBe(null);
    fixture.clock.forward({ hours: 1 });
    const changed = await owner.client.organization.updateRole({ roleId, data: { permission: billing } });
    expect(changed.data).toMatchObject({
      id: roleId,
      role: "billing",
      permission: billing,
      updatedAt: fixture.clock.now(),
    });
    expect((await ask("two")).error?.code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES");
    expect(fixture.events.at(-1)).toMatchObject({
      type: "role.updated",
      actorId: owner.user.id,
      role: { permission: JSON.stringify(billing) },
      before: { permission: '{"role":["create"]}' },
    });
  });

  test("finds the role by its name, in any case, and by its id", async () => {
    const { owner, roleId } = await openWithRole();
    for (const named of [{ roleName: " BILLING" }, { roleId }, { roleId, roleName: "billing" }])
      expect((await owner.client.organization.updateRole({ ...named, data: {} })).error).toBe(null);
    for (const named of [{ roleName: "desk" }, { roleId: "x" }, { roleId, roleName: "desk" }])
      expect((await owner.client.organization.updateRole({ ...named, data: {} })).error?.code).toBe("ROLE_NOT_FOUND");
    expect((await owner.client.organization.updateRole({ data: {} })).error?.code).toBe("VALIDATION_ERROR");
  });

  test.each(["owner", "admin", "Member"])("fails for %s, a role of the app", async (roleName) => {
    const company = await openWithRole();
    const data = { permission: {} };
    expect(await post(company.owner, "update-role", { roleName, data })).toMatchObject({ code: "ROLE_IS_FIXED" });
    expect(await post(company.owner, "update-role", { roleName: "billing", data: { roleName } })).toMatchObject({
      code: "ROLE_IS_FIXED",
    });
    expect(await stored(company)).toEqual([["billing", billing]]);
  });

  test.each([
    [{ permission: { castle: ["storm"] } }, "INVALID_PERMISSIONS"],
    [{ roleName: "a,owner" }, "VALIDATION_ERROR"],
    [{ roleName: "desk" }, "ROLE_ALREADY_EXISTS"],
    [{ roleName: "DESK " }, "ROLE_ALREADY_EXISTS"],
  ])("rejects %j, and changes no row", async (data, code) => {
    const company = await openWithRole();
    await company.owner.client.organization.createRole({ role: "desk", permission: {} });
    expect(await post(company.owner, "update-role", { roleName: "billing", data })).toMatchObject({
      status: 400,
      code,
    });
    expect(await stored(company)).toEqual([
      ["billing", billing],
      ["desk", {}],
    ]);
  });

  test("renames the role for all members and pending invitations", async () => {
    const company = await openWithRole({ role: ["create"] });
    const { owner, admin, member, organizationId, fixture } = company;
    await give(company, member, "billing");
    await give(company, admin, "admin,billing");
    const waiting = await invite(company, "member,billing");
    const roleless = await invite(company, null);

    const renamed = await owner.client.organization.updateRole({
      roleName: "billing",
      data: { roleName: "Accounting" },
    });
    expect(renamed.data).toMatchObject({ role: "accounting", permission: { role: ["create"] } });
    expect([await roleOf(company, member), await roleOf(company, admin)]).toEqual(["accounting", "admin,accounting"]);
    expect((await fixture.db.find(invitationModel, { id: waiting }))?.role).toBe("member,accounting");
    expect((await fixture.db.find(invitationModel, { id: roleless }))?.role).toBe(null);
    const asked = { role: "mine", permission: {}, organizationId };
    expect((await member.client.organization.createRole(asked)).error).toBe(null);
    // A role with the old name is another role, without members.
    await owner.client.organization.createRole({ role: "billing", permission: {} });
    expect((await owner.client.organization.deleteRole({ roleName: "billing" })).error).toBe(null);
  });

  test("treats the current name as no change", async () => {
    const company = await openWithRole();
    await give(company, company.member, "billing");
    const { data } = await company.owner.client.organization.updateRole({
      roleName: "billing",
      data: { roleName: "BILLING" },
    });
    expect(data?.role).toBe("billing");
    expect(await roleOf(company, company.member)).toBe("billing");
  });

  test("rejects a new name if a member's combined roles would be too long", async () => {
    const company = await openWithRole();
    const long = ["a", "b", "c"].map((message) => message.repeat(64));
    for (const role of long) await company.owner.client.organization.createRole({ role, permission: {} });
    await give(company, company.member, ["billing", ...long].join());
    const data = { roleName: "d".repeat(64) };
    expect(await post(company.owner, "update-role", { roleName: "billing", data })).toMatchObject({
      code: "ROLE_IS_IN_USE",
    });
    expect((await stored(company)).map(([role]) => role)).toContain("billing");
  });

  test("renames the role for a thousand members, and fails for more, because other writers wait", async () => {
    const company = await openWithRole();
    const { owner, fixture, organizationId } = company;
    await give(company, company.member, "member,billing");
    await addMembers(company, 999, "billing");
    const rename = (from: string, to: string) =>
      owner.client.organization.updateRole({ roleName: from, data: { roleName: to } });
    expect((await rename("billing", "desk")).error).toBe(null);
    expect(await fixture.db.count(memberModel, { organizationId, role: "desk" })).toBe(999);
    await addMembers(company, 1, "desk");
    expect((await rename("desk", "billing")).error?.code).toBe("ROLE_IS_IN_USE");
    expect(await fixture.db.count(memberModel, { organizationId, role: "desk" })).toBe(1000);
    expect(await roleOf(company, company.member)).toBe("member,desk");
  });

  test("runs hooks, which can change the draft or fail", async () => {
    const fixture = createTestAuth({
      plugins: [organization(allowing)],
      clientPlugins: [organizationClient()],
      config: {
        hooks: {
          "role.update": (change, ctx, { role }) =>
            role.role === "fast" ? ctx.fail(organizationErrors.ROLE_IS_IN_USE) : { ...change, permission: "{}" },
          "role.delete": (role, ctx) => {
            if (role.role === "fast") ctx.fail(organizationErrors.ROLE_IS_IN_USE);
          },
        },
      },
    });
    const { client } = await fixture.signUp("owner@example.com");
    await found({ client }, "acme");
    for (const role of ["fast", "loose"]) await client.organization.createRole({ role, permission: billing });
    const data = { permission: { member: ["delete"] } };
    expect((await client.organization.updateRole({ roleName: "fast", data })).error?.code).toBe("ROLE_IS_IN_USE");
    expect((await client.organization.updateRole({ roleName: "loose", data })).data?.permission).toEqual({});
    expect((await client.organization.deleteRole({ roleName: "fast" })).error?.code).toBe("ROLE_IS_IN_USE");
    expect((await client.organization.deleteRole({ roleName: "loose" })).error).toBe(null);
  });
});

/** Adds `count` more members. */
async function addMembers({ fixture, organizationId }: Company, count: number, role: string): Promise<void> {
  const now = fixture.clock.now();
  await fixture.db.transactionOn(organizationModel, organizationId, async (tx, locked) => {
    const before = await tx.count(memberModel, { organizationId });
    for (let number = before; number < before + count; number += 1) {
      const person = { name: `${number}`, email: `${number}@example.com`, createdAt: now, updatedAt: now };
      const user = await tx.insert(userModel, person);
      if (isConflict(user)) throw new Error("The user already exists.");
      await tx.insert(memberModel, { organizationId, userId: user.id, role, createdAt: now }, locked);
    }
  });
}

describe("POST /organization/delete-role", () => {
  test("removes an unused role, by its name or its id", async () => {
    const company = await openWithRole();
    const { owner, fixture, roleId } = company;
    expect((await owner.client.organization.deleteRole({ roleId })).data).toEqual({ success: true });
    expect(await stored(company)).toEqual([]);
    expect(fixture.events.at(-1)).toMatchObject({ type: "role.deleted", role: { id: roleId }, actorId: owner.user.id });
    expect((await owner.client.organization.deleteRole({ roleId })).error?.code).toBe("ROLE_NOT_FOUND");
    await owner.client.organization.createRole({ role: "billing", permission: {} });
    expect((await owner.client.organization.deleteRole({ roleName: "Billing" })).error).toBe(null);
  });

  test.each(["billing", "admin,billing", "billing,member", "a , billing"])(
    "fails while a member has it as %j",
    async (role) => {
      const company = await openWithRole();
      const { owner, member } = company;
      await give(company, member, role);
      const refused = await owner.client.organization.deleteRole({ roleName: "billing" });
      expect(refused.error).toMatchObject({ code: "ROLE_IS_IN_USE", status: 400 });
      await give(company, member, "billing2,abilling");
      expect((await owner.client.organization.deleteRole({ roleName: "billing" })).error).toBe(null);
    },
  );

  test("fails while an open invitation has it", async () => {
    const company = await openWithRole();
    const { owner, fixture } = company;
    await invite(company, "member,billing");
    const ask = () => owner.client.organization.deleteRole({ roleName: "billing" });
    expect((await ask()).error?.code).toBe("ROLE_IS_IN_USE");
    fixture.clock.forward({ days: 3 });
    await owner.client.signIn.email({ email: owner.user.email, password: owner.password });
    await owner.client.organization.setActive({ organizationId: company.organizationId });
    expect((await ask()).error).toBe(null);
  });

  test.each(["owner", "ADMIN", "member"])("fails for %s, a role of the app", async (roleName) => {
    const { owner } = await openWithRole();
    expect((await owner.client.organization.deleteRole({ roleName })).error?.code).toBe("ROLE_IS_FIXED");
  });

  test("takes as many statements for ten times as many members", async () => {
    const asked: number[] = [];
    for (const count of [300, 3000]) {
      const database = counted(memory());
      const company = await openCompany(allowing, { database });
      const { client } = company.owner;
      await client.organization.createRole({ role: "billing", permission: {} });
      await addMembers(company, count, "member");
      database.reset();
      expect((await client.organization.deleteRole({ roleName: "billing" })).error).toBe(null);
      asked.push(database.calls.length);
    }
    expect(asked[0]).toBeLessThan(15);
    expect(asked[1]).toBe(asked[0]);
  });

  test("happens together with the deletion of its organization", async () => {
    const { owner, fixture, organizationId } = await openWithRole();
    expect((await owner.client.organization.delete({ organizationId })).error).toBe(null);
    expect(await fixture.db.count(organizationRoleModel, { organizationId })).toBe(0);
  });
});
