import { isConflict } from "@keyhold/core/plugin";
import { organizationModel } from "@keyhold/organization/plugin";
import { teamModel } from "@keyhold/organization/teams";
import { describe, expect, test } from "vitest";
import { build, errorOf, found, openCompany, openTeams, teamMembership } from "./fixture.ts";

describe("GET /organization/list-teams", () => {
  test("lists the teams of the active organization to every member, the oldest first", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId, firstId } = company;
    const salesId = await build(company, "Sales");
    expect((await owner.client.organization.listTeams()).data).toEqual([
      { id: firstId, name: "acme", organizationId, createdAt: expect.any(Date), updatedAt: null },
      { id: salesId, name: "Sales", organizationId, createdAt: fixture.clock.now(), updatedAt: null },
    ]);
    const seen = await member.client.organization.listTeams({ organizationId });
    expect(seen.data?.map(({ id }) => id)).toEqual([firstId, salesId]);
  });

  test("prefers the given organization over the active one", async () => {
    const { owner, organizationId, firstId } = await openCompany();
    await found(owner, "second");
    const { data } = await owner.client.organization.listTeams({ organizationId });
    expect(data).toMatchObject([{ id: firstId, organizationId }]);
    expect((await owner.client.organization.listTeams()).data).toMatchObject([{ name: "second" }]);
  });

  test("shows no team to non-members, as for an organization that does not exist", async () => {
    const { fixture, outsider, organizationId } = await openCompany();
    const { listTeams } = outsider.client.organization;
    const attacker = "403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION";
    expect(errorOf(await listTeams({ organizationId }))).toBe(attacker);
    expect(errorOf(await listTeams({ organizationId: "nowhere" }))).toBe(attacker);
    expect(errorOf(await fixture.visit().client.organization.listTeams({ organizationId }))).toBe("401 UNAUTHORIZED");
  });

  test("needs an organization", async () => {
    const fixture = openTeams();
    const { client } = await fixture.signUp("ann@example.com");
    expect(errorOf(await client.organization.listTeams())).toBe("400 NO_ACTIVE_ORGANIZATION");
  });

  test("returns all teams up to the limit", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    await fixture.db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
      for (let number = 1; number < 1000; number += 1) {
        const row = { name: `Team ${number}`, organizationId, createdAt: fixture.clock.now() };
        if (isConflict(await tx.insert(teamModel, row, organization))) throw new Error("The team already exists.");
      }
    });
    expect((await owner.client.organization.listTeams()).data).toHaveLength(1000);
    expect(errorOf(await owner.client.organization.createTeam({ name: "Too many" }))).toBe(
      "400 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS",
    );
  });
});

describe("GET /organization/list-user-teams", () => {
  test("lists the caller's teams in all their organizations, in the order of joining", async () => {
    const company = await openCompany();
    const { fixture, member, owner, firstId } = company;
    const salesId = await build(company, "Sales");
    await teamMembership(company, salesId, member);
    await teamMembership(company, firstId, member);
    fixture.clock.forward({ seconds: 1 });
    const ownId = await found(member, "own");
    const { data } = await member.client.organization.listUserTeams();
    expect(data?.map(({ name }) => name)).toEqual(["Sales", "acme", "own"]);
    expect(data?.at(-1)).toMatchObject({ organizationId: ownId });
    expect((await owner.client.organization.listUserTeams()).data).toMatchObject([{ id: firstId }]);
  });

  test("returns an empty list to a user without teams, and fails without a session", async () => {
    const { fixture, admin } = await openCompany();
    expect((await admin.client.organization.listUserTeams()).data).toEqual([]);
    expect(errorOf(await fixture.visit().client.organization.listUserTeams())).toBe("401 UNAUTHORIZED");
  });
});
