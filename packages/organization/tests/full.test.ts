import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { fingerprint, userModel } from "@keyhold/core/plugin";
import { invitationModel, memberModel, organizationModel } from "@keyhold/organization/plugin";
import { afterEach, describe, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { found, type OrganizationAuth, openCompany, openOrganizations, type Person } from "./fixture.ts";

/** Users with a membership in an organization and no other rows. */
async function fill({ db, clock }: OrganizationAuth, organizationId: string, count: number): Promise<void> {
  const now = clock.now();
  await db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
    for (let made = 0; made < count; made += 1) {
      const createdAt = new Date(now.getTime() + made + 1);
      const user = { name: `Person ${made}`, email: `person${made}@example.com`, createdAt, updatedAt: createdAt };
      const inserted = await tx.insert(userModel, user);
      if (!("id" in inserted)) throw new Error("The email address is taken.");
      const member = { organizationId, userId: inserted.id, role: "member", createdAt };
      await tx.insert(memberModel, member, organization);
    }
  });
}

async function invite({ db, clock }: OrganizationAuth, organizationId: string, inviterId: string, count: number) {
  const now = clock.now();
  await db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
    for (let made = 0; made < count; made += 1) {
      const row = {
        organizationId,
        inviterId,
        email: `invited${made}@example.com`,
        role: "member",
        createdAt: now,
        expiresAt: new Date(now.getTime() + made),
        linkHash: fingerprint(`link ${made}`),
      };
      await tx.insert(invitationModel, row, organization);
    }
  });
}

const full = async ({ client }: Person, input: Parameters<typeof client.organization.getFullOrganization>[0] = {}) => {
  const { data, error } = await client.organization.getFullOrganization(input);
  if (!data) throw new Error(`No organization was returned: ${error?.code}`);
  return data;
};

describe("GET /organization/get-full-organization", () => {
  test("returns an organization by id, by slug, or because it is active, and null if no organization is active", async () => {
    const { owner, organizationId } = await openCompany();
    const shown = await full(owner);
    expect(shown).toMatchObject({ id: organizationId, slug: "acme", metadata: null, invitations: [], teams: null });
    expect(await full(owner, { organizationId })).toEqual(shown);
    expect(await full(owner, { organizationSlug: "ACME" })).toEqual(shown);
    await owner.client.organization.setActive({ organizationId: null });
    expect(await owner.client.organization.getFullOrganization()).toMatchObject({ data: null, error: null });
  });

  test("does not reveal to non-members whether an organization exists, and keeps their active one", async () => {
    const { fixture, outsider, organizationId, foreignId } = await openCompany();
    const names = [
      { organizationId },
      { organizationId: "nobody" },
      { organizationSlug: "acme" },
      { organizationSlug: "none" },
    ];
    for (const name of names) {
      const { error } = await outsider.client.organization.getFullOrganization(name);
      expect(error).toMatchObject({ code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION", status: 403 });
    }
    expect((await full(outsider)).id).toBe(foreignId);
    expect((await fixture.browser.get("/organization/get-full-organization", { organizationId })).status).toBe(401);
  });

  test("shows the public user fields of members, and no secret of invitations, to every member alike", async () => {
    const { fixture, owner, member, organizationId } = await openCompany();
    await invite(fixture, organizationId, owner.user.id, 2);
    const seen = await full(member, { organizationId });
    expect(await full(owner, { organizationId })).toEqual(seen);
    expect(seen.invitations).toHaveLength(2);
    expect(seen.invitations.map((invitation) => Object.keys(invitation).sort())).toEqual(
      Array(2).fill(["createdAt", "email", "expiresAt", "id", "inviterId", "organizationId", "role", "status"]),
    );
    for (const shown of seen.members) {
      expect(Object.keys(shown).sort()).toEqual(["createdAt", "id", "organizationId", "role", "user", "userId"]);
      expect(Object.keys(shown.user).sort()).toEqual(["email", "id", "image", "name"]);
      expect(shown.user.id).toBe(shown.userId);
    }
  });

  test("returns members in pages, each once, in the order of joining", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    await fill(fixture, organizationId, 7);
    const all = (await full(owner)).members;
    expect(all).toHaveLength(10);
    expect(all.map(({ createdAt }) => createdAt.getTime())).toEqual(
      all.map(({ createdAt }) => createdAt.getTime()).toSorted((one, other) => one - other),
    );
    const paged: (typeof all)[number][] = [];
    let membersCursor: string | undefined;
    for (const expected of [4, 4, 2]) {
      const page = await full(owner, { membersLimit: 4, ...(membersCursor && { membersCursor }) });
      expect(page.members).toHaveLength(expected);
      paged.push(...page.members);
      membersCursor = page.membersCursor ?? undefined;
    }
    expect(membersCursor).toBe(undefined);
    expect(paged).toEqual(all);
  });

  test("returns a null cursor if the last page is full", async () => {
    const { owner } = await openCompany();
    expect(await full(owner, { membersLimit: 3 })).toMatchObject({ membersCursor: null });
    expect((await full(owner, { membersLimit: 2 })).membersCursor).not.toBe(null);
  });

  test.each(["0", "-1", "1001", "1.5", "many", ""])("rejects a page of %j members", async (membersLimit) => {
    const { owner } = await openCompany();
    const response = await owner.browser.get("/organization/get-full-organization", { membersLimit });
    expect(response.status).toBe(400);
  });

  test.each(["x", "", "bm90IGpzb24", btoa('["never","id"]'), btoa("[1,2]")])(
    "rejects %j, which is not a cursor",
    async (membersCursor) => {
      const { owner } = await openCompany();
      const response = await owner.browser.get("/organization/get-full-organization", { membersCursor });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "membersCursor" }] });
    },
  );

  test("shows 100 members and the newest 100 invitations, however many there are", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    await fill(fixture, organizationId, 120);
    await invite(fixture, organizationId, owner.user.id, 120);
    const { members, invitations, membersCursor } = await full(owner);
    expect(members).toHaveLength(100);
    expect(membersCursor).not.toBe(null);
    expect(invitations).toHaveLength(100);
    expect(invitations[0]).toMatchObject({ email: "invited119@example.com" });
  });

  test("shows the invitations without an answer, however many later ones were answered", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    await invite(fixture, organizationId, owner.user.id, 140);
    const rows = await fixture.db.list(invitationModel, { organizationId }, { orderBy: "expiresAt", limit: 140 });
    await fixture.db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
      for (const { id } of rows.slice(40))
        await tx.transition(invitationModel, id, "status", "pending", "canceled", organization);
    });
    const { invitations } = await full(owner);
    expect(invitations).toHaveLength(100);
    const shown = invitations.filter(({ status }) => status === "pending");
    expect(shown.map(({ id }) => id).sort()).toEqual(
      rows
        .slice(0, 40)
        .map(({ id }) => id)
        .sort(),
    );
  });
});

describe("the statements of an organization", () => {
  const ran: string[] = [];
  const file = { current: new DatabaseSync(":memory:") };
  afterEach(() => file.current.close());

  async function openSqlite(members: number) {
    file.current = new DatabaseSync(":memory:");
    const database = sqlite(noting(file.current, ran));
    const fixture = openOrganizations({}, { database });
    await (await planMigration(database, fixture.auth.schema)).apply();
    const owner = await fixture.signUp("owner@example.com");
    const organizationId = await found(owner, "acme");
    await fill(fixture, organizationId, members - 1);
    await invite(fixture, organizationId, owner.user.id, members);
    const statementsOf = async (ask: () => Promise<unknown>) => {
      ran.length = 0;
      await ask();
      return ran.map(shorten);
    };
    return { owner, organizationId, statementsOf, ...owner.client.organization };
  }

  test.each([1, 100, 1000])("are as many with %i members and invitations", async (members) => {
    const open = await openSqlite(members);
    const { statementsOf, organizationId, getFullOrganization, getOrganization, setActive, list, update } = open;
    const own = ['select "session"', 'select "member"'];
    const whole = await statementsOf(() => getFullOrganization({ membersLimit: 1000 }));
    expect(whole).toEqual([...own, 'select "member"', 'select "invitation"']);
    expect(await statementsOf(() => getFullOrganization({ organizationId }))).toEqual(whole);
    expect(await statementsOf(() => getFullOrganization({ organizationSlug: "acme" }))).toEqual([
      'select "session"',
      'select "organization"',
      ...whole.slice(1),
    ]);
    expect(await statementsOf(() => getOrganization())).toEqual(own);
    expect(await statementsOf(() => getOrganization({ organizationId }))).toEqual(own);
    expect(await statementsOf(() => list())).toEqual(own);
    expect(await statementsOf(() => update({ data: { name: "Acme Inc." } }))).toEqual([
      'select "session"',
      "begin immediate",
      'select "organization"',
      'select "session"',
      'select "member"',
      'update "organization"',
      "commit",
    ]);
    expect(await statementsOf(() => setActive({ organizationId }))).toEqual([
      ...own,
      "begin immediate",
      'select "organization"',
      'select "member"',
      'update "session"',
      "commit",
      'select "member"',
      'select "invitation"',
    ]);
    expect((await full(open.owner, { membersLimit: 1000 })).members).toHaveLength(members);
  });
});
