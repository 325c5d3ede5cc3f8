import { defineRoles } from "@keyhold/access";
import { memory } from "@keyhold/adapter-memory";
import { sessionModel } from "@keyhold/core/plugin";
import { organization, organizationRoles, organizationStatements } from "@keyhold/organization";
import { invitationModel, memberModel, organizationModel, organizationRoleModel } from "@keyhold/organization/plugin";
import { teamMemberModel, teamModel, teams } from "@keyhold/organization/teams";
import { intercept } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { lines } from "./lines.ts";
import { answerOf, openMatrix, type Scene, signUp } from "./matrix.ts";

/** Rows read before a transaction may be outdated when it writes: only rows read inside it may decide. */

const roles = defineRoles(organizationStatements, {
  ...organizationRoles,
  support: { member: ["update"], invitation: ["create"] },
});

/** The matrix, with an action that runs once, just before the next transaction begins. */
async function open(
  options: Parameters<typeof teams>[0] = {},
): Promise<{ readonly scene: Scene; readonly before: Before }> {
  const before: Before = { next: null };
  const database = intercept(memory(), {
    async transaction(run) {
      const happens = before.next;
      before.next = null;
      await happens?.();
      return run();
    },
  });
  const scene = await openMatrix([organization({ roles, roleLimit: 10 }), teams(options)], { database });
  await scene.fixture.auth.idle();
  return { scene, before };
}

interface Before {
  next: (() => Promise<unknown>) | null;
}

/** Changes the role of the calling owner, or removes them; another owner stays. */
async function become({ fixture, people, organizationId }: Scene, role: string | null): Promise<void> {
  const { id: userId } = people.owner.user;
  await fixture.db.transactionOn(organizationModel, organizationId, async (tx, locked) => {
    const me = await tx.find(memberModel, { organizationId, userId });
    if (!me) throw new Error("The owner is not a member.");
    if (role === null) await tx.remove(memberModel, { id: me.id }, locked);
    else await tx.update(memberModel, me.id, { role }, locked);
  });
}

/** All rows that a call of the owner could change. */
async function state({ fixture: { db } }: Scene): Promise<string> {
  const all = { orderBy: "id", limit: 1000 } as const;
  return JSON.stringify([
    await db.list(organizationModel, {}, all),
    await db.list(memberModel, {}, all),
    await db.list(invitationModel, {}, all),
    await db.list(organizationRoleModel, {}, all),
    await db.list(teamModel, {}, all),
    await db.list(teamMemberModel, {}, all),
  ]);
}

const writes = lines.filter(({ route, own }) => route.startsWith("POST ") && own.outsider !== 200);

describe.each(writes)("$route, asked by an owner", ({ route, input, own }) => {
  test.each([
    { is: "a plain member", role: "member", expected: own.member },
    { is: "a former member", role: null, expected: own.outsider },
  ])("as $is at the time of the write", async ({ role, expected }) => {
    const { scene, before } = await open();
    let standing = "";
    before.next = async () => {
      await become(scene, role);
      standing = await state(scene);
    };
    const answer = await answerOf(scene, "owner", { route, input: input(scene) });
    // Some calls fail earlier: their failure depends on no role.
    if (before.next !== null) return expect(answer).toBe(own.owner);
    expect(answer).toBe(expected);
    if (answer !== 200) expect(await state(scene)).toBe(standing);
  });
});

describe.each(writes)("$route, asked in a session that ends before the write", ({ route, input, own }) => {
  test("has no effect", async () => {
    const { scene, before } = await open();
    let standing = "";
    before.next = async () => {
      const { db } = scene.fixture;
      await db.remove(sessionModel, { userId: scene.people.owner.user.id });
      standing = await state(scene);
    };
    const answer = await answerOf(scene, "owner", { route, input: input(scene) });
    if (before.next !== null) return expect(answer).toBe(own.owner);
    expect(answer).toBe("401 UNAUTHORIZED");
    expect(await state(scene)).toBe(standing);
  });
});

test("covers at least 18 writing routes", () => {
  expect(writes.filter(({ own }) => own.owner === 200).length).toBeGreaterThan(17);
});

test("a team that its member is removed from concurrently does not become the active team again", async () => {
  const { scene, before } = await open();
  const { fixture, people, organizationId, teamId } = scene;
  const { owner, member } = people;
  const teamMembership = { teamId, userId: member.user.id };
  await owner.browser.post("/organization/add-team-member", teamMembership);
  await member.browser.post("/organization/set-active-team", { teamId });
  const activeTeam = async () => (await (await member.browser.get("/get-session")).json()).session.activeTeamId;
  expect(await activeTeam()).toBe(teamId);
  before.next = () => owner.browser.post("/organization/remove-team-member", teamMembership);
  expect(await answerOf(scene, "member", { route: "POST /organization/set-active", input: { organizationId } })).toBe(
    200,
  );
  expect(await activeTeam()).toBe(null);
  expect(fixture.logged).toEqual([]);
});

test("an invitation renewed into another team with an unread limit stays pending", async () => {
  const { scene, before } = await open({ maximumMembersPerTeam: () => 100 });
  const { fixture, people, organizationId, teamId } = scene;
  const { browser } = people.owner;
  const dan = await signUp(fixture, "dan");
  const asked = { organizationId, email: "dan@example.com", role: "member" };
  const other = await (await browser.post("/organization/create-team", { organizationId, name: "Third" })).json();
  const { id } = await (await browser.post("/organization/invite-member", { ...asked, teamId })).json();
  await fixture.auth.idle();
  before.next = () => browser.post("/organization/invite-member", { ...asked, teamId: other.id, resend: true });
  const accept = async () => {
    const response = await dan.browser.post("/organization/accept-invitation", { invitationId: id });
    return { status: response.status, code: (await response.json()).code };
  };
  expect(await accept()).toEqual({ status: 403, code: "TEAM_MEMBER_LIMIT_REACHED" });
  expect(await accept()).toMatchObject({ status: 200 });
  expect(await fixture.db.list(teamMemberModel, { userId: dan.user.id }, { orderBy: "id", limit: 2 })).toMatchObject([
    { teamId: other.id },
  ]);
});
