import { defineRoles, everything } from "@keyhold/access";
import { definePlugin, text } from "@keyhold/core/plugin";
import { organization, organizationErrors, organizationStatements } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { organizationModel, organizationRoleModel } from "@keyhold/organization/plugin";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { found, openCompany } from "./fixture.ts";
import { allowing, billing, give, openWithRole, post, stored } from "./made-roles.ts";

describe("POST /organization/create-role", () => {
  test("creates a role of the active organization, or of the given one", async () => {
    const { owner, admin, organizationId, fixture } = await openCompany(allowing);
    const made = await owner.client.organization.createRole({ role: "billing", permission: billing });
    expect(made.data).toEqual({
      id: expect.any(String),
      organizationId,
      role: "billing",
      permission: billing,
      isFixed: false,
      createdAt: fixture.clock.now(),
      updatedAt: null,
    });
    const named = await admin.client.organization.createRole({ role: "desk", permission: {}, organizationId });
    expect(named.data).toMatchObject({ role: "desk", permission: {}, organizationId });
    expect(fixture.events.filter(({ type }) => type === "role.created")).toMatchObject([
      { role: { role: "billing" }, actorId: owner.user.id },
      { role: { role: "desk" }, actorId: admin.user.id },
    ]);
    expect(fixture.logged).toEqual([]);
  });

  test("creates roles for members, alone and together with others", async () => {
    const company = await openWithRole({ role: ["create"] });
    const { member, organizationId } = company;
    const ask = (role: string) => member.client.organization.createRole({ role, permission: {}, organizationId });
    expect((await ask("one")).error?.code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES");
    await give(company, member, "billing");
    expect((await ask("one")).error).toBe(null);
    await give(company, member, "member,billing");
    expect((await ask("two")).error).toBe(null);
  });

  test.each(["owner", "admin", "member", "Owner", " ADMIN ", "\tmember"])(
    "rejects %j, a name of an app role",
    async (role) => {
      const company = await openCompany(allowing);
      expect(await post(company.owner, "create-role", { role, permission: {} })).toMatchObject({
        status: 400,
        code: "ROLE_IS_FIXED",
      });
      expect(await stored(company)).toEqual([]);
    },
  );

  test("rejects the names of the app's own roles, the creator's, and the default \"member\"", async () => {
    const roles = defineRoles(organizationStatements, { Chief: everything(organizationStatements), guest: {} });
    const company = await openCompany({ ...allowing, roles, creatorRole: "Chief" });
    for (const role of ["chief", "Chief", "GUEST", "member"])
      expect((await post(company.owner, "create-role", { role, permission: {} })).code).toBe("ROLE_IS_FIXED");
    expect((await post(company.owner, "create-role", { role: "admin", permission: {} })).status).toBe(200);
  });

  test.each(["", " ", "a,b", "owner,x", "a b", "ädmin", "ow\u200bner", "оwner", "-x", "x".repeat(65)])(
    "rejects %j, which is not a valid name",
    async (role) => {
      const company = await openCompany(allowing);
      const refused = await post(company.owner, "create-role", { role, permission: {} });
      expect(refused).toMatchObject({ status: 400, code: "VALIDATION_ERROR", issues: [{ path: "role" }] });
      expect(await stored(company)).toEqual([]);
    },
  );

  test("stores a name trimmed and in lower case, so that two names never look the same", async () => {
    const company = await openCompany(allowing);
    const { client } = company.owner;
    expect((await client.organization.createRole({ role: " Billing", permission: {} })).data?.role).toBe("billing");
    for (const role of ["billing", "BILLING", "billing "])
      expect((await client.organization.createRole({ role, permission: {} })).error?.code).toBe("ROLE_ALREADY_EXISTS");
    expect(await stored(company)).toEqual([["billing", {}]]);
  });

  test("allows two organizations to have roles with the same name", async () => {
    const { owner, outsider } = await openCompany(allowing);
    for (const { client } of [owner, outsider])
      expect((await client.organization.createRole({ role: "billing", permission: {} })).error).toBe(null);
  });

  test.each([
    [{ castle: ["storm"] }],
    [{ member: ["promote"] }],
    [{ member: ["update", "update", "update", "update"] }],
    [{ constructor: ["name"] }],
    [{ member: [""] }],
  ])("rejects %j, which is not a known permission", async (permission) => {
    const company = await openCompany(allowing);
    expect(await post(company.owner, "create-role", { role: "x", permission })).toMatchObject({
      status: 400,
      code: "INVALID_PERMISSIONS",
    });
    expect(await stored(company)).toEqual([]);
  });

  test.each([[null], ["all"], [[]], [{ member: "update" }], [{ member: null }], [JSON.parse('{"__proto__":["x"]}')]])(
    "rejects %j, which is not a set of permissions",
    async (permission) => {
      const company = await openCompany(allowing);
      const refused = await post(company.owner, "create-role", { role: "x", permission });
      expect(refused).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
      expect(await stored(company)).toEqual([]);
    },
  );

  test("enforces the limit of an organization, which may be a function; the default limit is 0", async () => {
    const off = await openCompany();
    const asked = { role: "x", permission: {} };
    expect((await off.owner.client.organization.createRole(asked)).error).toMatchObject({
      code: "ROLE_LIMIT_REACHED",
      status: 403,
    });

    const { owner, outsider, organizationId } = await openCompany({
      roleLimit: async (organization) => (organization.slug === "acme" ? 2 : 0),
    });
    const make = (role: string) => owner.client.organization.createRole({ role, permission: {} });
    expect([(await make("a")).error, (await make("b")).error]).toEqual([null, null]);
    expect((await make("c")).error?.code).toBe("ROLE_LIMIT_REACHED");
    await owner.client.organization.deleteRole({ roleName: "a", organizationId });
    expect((await make("c")).error).toBe(null);
    expect((await outsider.client.organization.createRole(asked)).error?.code).toBe("ROLE_LIMIT_REACHED");
  });

  test("runs hooks, which can change the draft or fail, and accepts columns of plugins", async () => {
    const columns = { label: text().optional().input(), note: text().optional().secret() };
    const labels = definePlugin({
      id: "labels",
      extends: { organizationRole: { columns } },
    });
    const fixture = createTestAuth({
      plugins: [organization(allowing), labels],
      clientPlugins: [organizationClient()],
      config: {
        hooks: {
          "role.create": (draft, ctx) =>
            draft.role === "no" ? ctx.fail(organizationErrors.ROLE_NOT_FOUND) : { ...draft, note: "seen" },
        },
      },
    });
    const owner = await fixture.signUp("owner@example.com");
    await found(owner, "acme");
    const ask = { permission: {}, label: "Front desk", note: "mine" };
    expect((await post(owner, "create-role", { ...ask, role: "no" })).code).toBe("ROLE_NOT_FOUND");
    const response = await owner.browser.post("/organization/create-role", { ...ask, role: "desk" });
    const shown = await response.json();
    expect(shown).toMatchObject({ role: "desk", label: "Front desk" });
    expect(shown).not.toHaveProperty("note");
    expect(await fixture.db.find(organizationRoleModel, { id: shown.id })).toMatchObject({ note: "seen" });

    const changed = await owner.browser.post("/organization/update-role", { roleName: "desk", data: { label: null } });
    expect(await changed.json()).toMatchObject({ role: "desk", label: null });
    const { data } = await owner.client.organization.listRoles();
    expect(data?.map((role) => ({ label: "none", note: "none", ...role }))).toMatchObject(
      Array(4).fill({ label: null, note: "none" }),
    );
  });
});

describe("GET /organization/list-roles and get-role", () => {
  const fixed = ["owner", "admin", "member"];

  test("show every member the roles of the app and of the organization", async () => {
    const { member, organizationId, roleId } = await openWithRole();
    const { data } = await member.client.organization.listRoles({ organizationId });
    expect(data?.map(({ role, isFixed }) => [role, isFixed])).toEqual([
      ...fixed.map((role) => [role, true]),
      ["billing", false],
    ]);
    expect(data?.[1]).toMatchObject({ id: null, permission: { organization: ["update"] }, createdAt: null });
    expect(data?.[3]).toMatchObject({ id: roleId, permission: billing, organizationId });

    for (const named of [{ roleName: "billing" }, { roleName: "Billing " }, { roleId }])
      expect((await member.client.organization.getRole({ ...named, organizationId })).data).toEqual(data?.[3]);
    const admin = await member.client.organization.getRole({ roleName: "admin", organizationId });
    expect(admin.data).toEqual(data?.[1]);
  });

  test("show no role of another organization, and fail for non-members", async () => {
    const { outsider, owner, organizationId, foreignId, roleId } = await openWithRole();
    const listed = await outsider.client.organization.listRoles();
    expect(listed.data?.map(({ role }) => role)).toEqual(fixed);
    for (const id of [organizationId, "there is no such one"]) {
      const list = await outsider.client.organization.listRoles({ organizationId: id });
      const get = await outsider.client.organization.getRole({ roleName: "admin", organizationId: id });
      const refused = { code: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION", status: 403 };
      expect([list.error, get.error]).toMatchObject([refused, refused]);
    }
    expect((await outsider.client.organization.getRole({ roleId, organizationId: foreignId })).error?.code).toBe(
      "ROLE_NOT_FOUND",
    );
    expect((await owner.client.organization.getRole({ roleName: "nope" })).error?.code).toBe("ROLE_NOT_FOUND");
    expect((await owner.client.organization.getRole({ roleName: "desk", roleId })).error?.code).toBe("ROLE_NOT_FOUND");
    expect((await owner.client.organization.getRole({})).error?.code).toBe("VALIDATION_ERROR");
  });

  test("need a session, and an organization if no organization is active", async () => {
    const { member, fixture } = await openCompany();
    expect((await member.client.organization.listRoles()).error?.code).toBe("NO_ACTIVE_ORGANIZATION");
    expect((await fixture.visit().client.organization.listRoles()).error?.status).toBe(401);
  });

  test("omit stored permissions that the app no longer defines", async () => {
    const { owner, fixture, organizationId, roleId } = await openWithRole();
    const permission = JSON.stringify({ member: ["update", "promote"], castle: ["storm"] });
    await fixture.db.transactionOn(organizationModel, organizationId, async (tx, locked) => {
      await tx.update(organizationRoleModel, roleId, { permission }, locked);
    });
    expect((await owner.client.organization.getRole({ roleId })).data?.permission).toEqual({ member: ["update"] });
  });
});
