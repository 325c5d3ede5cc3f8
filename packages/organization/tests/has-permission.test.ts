import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { describe, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { found, openCompany, openOrganizations } from "./fixture.ts";
import { errorOf, memberIdOf } from "./memberships.ts";

type Question = Readonly<Record<string, string[]>>;

describe("POST /organization/has-permission", () => {
  test("allows an owner all actions, an admin all but the deletion of the organization, and a member no action", async () => {
    const { owner, admin, member, organizationId } = await openCompany();
    const everything: Question = {
      organization: ["update", "delete"],
      member: ["create", "update", "delete"],
      invitation: ["create", "cancel"],
      team: ["create", "update", "delete"],
    };
    for (const [resource, actions] of Object.entries(everything))
      for (const action of actions) {
        const answers = await Promise.all(
          [owner, admin, member].map(async ({ client }) => {
            const permissions = { [resource]: [action] };
            return (await client.organization.hasPermission({ permissions, organizationId })).data;
          }),
        );
        const isDeletion = resource === "organization" && action === "delete";
        expect(answers.map((answer) => answer?.success)).toEqual([true, !isDeletion, false]);
        expect(answers.map((answer) => answer?.error)).toEqual([null, null, null]);
      }
  });

  test("checks all given permissions, in either field, and in both if both are given", async () => {
    const { admin, organizationId } = await openCompany();
    const ask = async (input: { readonly permissions?: Question; readonly permission?: Question }) =>
      (await admin.client.organization.hasPermission({ ...input, organizationId })).data?.success;
    const may = { member: ["create", "delete"], team: ["update"] };
    const mayNot = { organization: ["delete"] };
    expect(await ask({ permissions: may })).toBe(true);
    expect(await ask({ permission: may })).toBe(true);
    expect(await ask({ permissions: { ...may, ...mayNot } })).toBe(false);
    expect(await ask({ permissions: may, permission: mayNot })).toBe(false);
    expect(await ask({ permissions: mayNot, permission: may })).toBe(false);
    expect(await ask({ permissions: may, permission: may })).toBe(true);
  });

  // I57
  test("returns false for an empty set and for unknown permissions", async () => {
    const { owner, organizationId } = await openCompany();
    const ask = async (body: object) => {
      const response = await owner.browser.post("/organization/has-permission", { organizationId, ...body });
      expect(response.status).toBe(200);
      return (await response.json()).success;
    };
    const may = { member: ["update"] };
    for (const nothing of [{}, { member: [] }, { member: [], team: [] }]) {
      expect(await ask({ permissions: nothing })).toBe(false);
      expect(await ask({ permission: nothing })).toBe(false);
      expect(await ask({ permissions: may, permission: nothing })).toBe(false);
    }
    expect(await ask({})).toBe(false);
    for (const unknown of [{ invoice: ["pay"] }, { member: ["fire"] }, { constructor: ["name"] }, { member: ["*"] }])
      expect(await ask({ permissions: { ...may, ...unknown } })).toBe(false);
    expect(await ask({ permissions: may })).toBe(true);
  });

  // I57, row 52
  test("reads the caller's stored role: a role, user or member in the body has no effect", async () => {
    const company = await openCompany();
    const { owner, member, organizationId } = company;
    const body = {
      organizationId,
      permission: { organization: ["delete"] },
      role: "owner",
      userId: owner.user.id,
      memberId: await memberIdOf(company, owner),
    };
    const response = await member.browser.post("/organization/has-permission", body);
    expect(await response.json()).toEqual({ error: null, success: false });
  });

  test("follows a change of the role immediately", async () => {
    const company = await openCompany();
    const { owner, member, organizationId } = company;
    const ask = async () => {
      const question = { permissions: { member: ["update"] }, organizationId };
      return (await member.client.organization.hasPermission(question)).data?.success;
    };
    const memberId = await memberIdOf(company, member);
    const answers = [await ask()];
    for (const role of ["admin", "member"]) {
      await owner.client.organization.updateMemberRole({ memberId, role });
      answers.push(await ask());
    }
    expect(answers).toEqual([false, true, false]);
  });

  test.each([
    { permissions: { member: "update" } },
    { permissions: ["member"] },
    { permission: { member: [1] } },
    { permission: "*" },
  ])("rejects an invalid set of permissions: %j", async (body) => {
    const { owner } = await openCompany();
    const response = await owner.browser.post("/organization/has-permission", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("defaults to the active organization, and does not reveal whether a foreign one exists", async () => {
    const { fixture, owner, member, outsider, organizationId } = await openCompany();
    const permissions = { organization: ["delete"] };
    expect((await owner.client.organization.hasPermission({ permissions })).data?.success).toBe(true);
    expect(errorOf(await member.client.organization.hasPermission({ permissions }))).toEqual({
      status: 400,
      code: "NO_ACTIVE_ORGANIZATION",
    });
    for (const named of [organizationId, "nothing"])
      expect(errorOf(await outsider.client.organization.hasPermission({ permissions, organizationId: named }))).toEqual(
        {
          status: 403,
          code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        },
      );
    expect(errorOf(await fixture.client.organization.hasPermission({ permissions, organizationId }))).toEqual({
      status: 401,
      code: "UNAUTHORIZED",
    });
  });

  test("serves a server-side call with the headers of a request", async () => {
    const { fixture, admin, organizationId } = await openCompany();
    const { hasPermission } = fixture.auth.api.organization;
    const input = { permissions: { member: ["create"] }, organizationId };
    expect(await hasPermission(input, { headers: admin.browser.headers() })).toEqual({ error: null, success: true });
    await expect(hasPermission(input)).rejects.toMatchObject({ status: 401 });
  });
});

describe("checking a membership", () => {
  test("takes one read by index, and happens in the transaction of the write", async () => {
    const ran: string[] = [];
    const file = new DatabaseSync(":memory:");
    const database = sqlite(noting(file, ran));
    const fixture = openOrganizations({}, { database });
    await (await planMigration(database, fixture.auth.schema)).apply();
    const { auth, signUp } = fixture;
    const owner = await signUp("owner@example.com");
    const organizationId = await found(owner, "acme");
    const { user } = await signUp("ann@example.com");
    const { id: memberId } = await auth.api.organization.addMember({ userId: user.id, organizationId, role: "member" });
    const headers = owner.browser.headers();

    ran.splice(0);
    await auth.api.organization.hasPermission({ permissions: { member: ["update"] } }, { headers });
    expect(ran.map(shorten)).toEqual(['select "session"', 'select "member"']);
    const plan = file.prepare(`explain query plan ${ran[1]}`).all("organization", "user");
    expect(plan.map(({ detail }) => String(detail))).toEqual([
      expect.stringMatching(/^SEARCH member USING INDEX \S+ \(organizationId=\? AND userId=\?\)$/),
    ]);

    ran.splice(0);
    await auth.api.organization.updateMemberRole({ memberId, role: "admin" }, { headers });
    expect(ran.map(shorten)).toEqual([
      'select "session"',
      "begin immediate",
      'select "organization"',
      'select "session"',
      'select "member"',
      'select "member"',
      expect.stringMatching(/^update "member"/),
      "commit",
    ]);
    await database.close();
  });
});
