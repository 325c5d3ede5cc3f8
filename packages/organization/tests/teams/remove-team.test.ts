import { invitationModel, memberModel } from "@keyhold/organization/plugin";
import { describe, expect, test } from "vitest";
import {
  build,
  errorOf,
  found,
  inviteInto,
  openCompany,
  peopleIn,
  placeOf,
  teamMembership,
  teamsOf,
  workOf,
} from "./fixture.ts";

describe("POST /organization/remove-team", () => {
  test("removes a team; its members stay, and no row references it", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId, firstId } = company;
    const teamId = await build(company, "Sales");
    await teamMembership(company, teamId, member);
    await member.client.organization.setActiveTeam({ teamId });
    const invitationId = await inviteInto(company, "dan@example.com", teamId);
    expect(await placeOf(fixture, organizationId, member)).toBe(teamId);

    const { data, error } = await owner.client.organization.removeTeam({ teamId, organizationId });
    expect(error).toBe(null);
    expect(data).toEqual({ message: "Team removed successfully." });
    expect(await teamsOf(fixture, organizationId)).toMatchObject([{ id: firstId }]);
    expect(await peopleIn(fixture, teamId)).toEqual([]);
    expect(await placeOf(fixture, organizationId, member)).toBe(null);
    expect(await workOf(fixture, member)).toEqual([{ activeOrganizationId: organizationId, activeTeamId: null }]);
    expect((await member.client.getSession()).data?.session.activeTeamId).toBe(null);
    expect(await fixture.db.find(invitationModel, { id: invitationId })).toMatchObject({
      status: "pending",
      teamId: null,
    });
    expect(await fixture.db.count(memberModel, { organizationId })).toBe(3);
  });

  test("finds the team without an organization id, even if another organization is active", async () => {
    const company = await openCompany();
    const { fixture, owner, organizationId } = company;
    const teamId = await build(company, "Sales");
    await found(owner, "second");
    expect(errorOf(await owner.client.organization.removeTeam({ teamId }))).toBe(null);
    expect(await teamsOf(fixture, organizationId)).toHaveLength(1);
  });

  test("fails for a team of the caller, and works for another admin", async () => {
    const company = await openCompany();
    const { fixture, owner, admin, organizationId, firstId } = company;
    await build(company, "Sales");
    const own = "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM";
    expect(errorOf(await owner.client.organization.removeTeam({ teamId: firstId }))).toBe(own);
    expect(await teamsOf(fixture, organizationId)).toHaveLength(2);
    expect(errorOf(await admin.client.organization.removeTeam({ teamId: firstId }))).toBe(null);
    expect(await placeOf(fixture, organizationId, owner)).toBe(null);
  });

  test("fails for the last team, unless the app allows removing all", async () => {
    const { fixture, admin, organizationId, firstId } = await openCompany();
    const last = await admin.client.organization.removeTeam({ teamId: firstId, organizationId });
    expect(errorOf(last)).toBe("400 UNABLE_TO_REMOVE_LAST_TEAM");
    expect(last.error?.message).toBe("Unable to remove last team");
    expect(await teamsOf(fixture, organizationId)).toHaveLength(1);

    const open = await openCompany({ teams: { allowRemovingAllTeams: true } });
    const { error } = await open.admin.client.organization.removeTeam({ teamId: open.firstId });
    expect(error).toBe(null);
    expect(await teamsOf(open.fixture, open.organizationId)).toEqual([]);
  });

  test("treats a team of another organization as missing", async () => {
    const { fixture, owner, organizationId, foreignId, foreignTeamId } = await openCompany();
    const { removeTeam } = owner.client.organization;
    const gone = "404 TEAM_NOT_FOUND";
    expect(errorOf(await removeTeam({ teamId: foreignTeamId }))).toBe(gone);
    expect(errorOf(await removeTeam({ teamId: foreignTeamId, organizationId }))).toBe(gone);
    expect(errorOf(await removeTeam({ teamId: "nowhere", organizationId }))).toBe(gone);
    expect(errorOf(await removeTeam({ teamId: "nowhere" }))).toBe(gone);
    expect(await teamsOf(fixture, foreignId)).toHaveLength(1);
  });

  test("checks the session, then the permission, then the team", async () => {
    const { fixture, member, outsider, organizationId, firstId } = await openCompany();
    const no = "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION";
    const attacker = "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM";
    // Callers without the permission cannot tell the last team from a missing team.
    for (const teamId of [firstId, "nowhere"]) {
      const input = { teamId, organizationId };
      expect(errorOf(await fixture.visit().client.organization.removeTeam(input))).toBe("401 UNAUTHORIZED");
      expect(errorOf(await member.client.organization.removeTeam(input))).toBe(no);
      expect(errorOf(await outsider.client.organization.removeTeam(input))).toBe(attacker);
    }
    const nowhere = { teamId: firstId, organizationId: "nowhere" };
    expect(errorOf(await outsider.client.organization.removeTeam(nowhere))).toBe(attacker);
    expect(await teamsOf(fixture, organizationId)).toHaveLength(1);
  });
});
