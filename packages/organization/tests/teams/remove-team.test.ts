import { invitationModel, memberModel } from "@keyhold/organization";
import { describe, expect, test } from "vitest";
import { build, found, inviteInto, openCompany, peopleIn, placeOf, refusal, seat, teamsOf, workOf } from "./kit.ts";

describe("POST /organization/remove-team", () => {
  test("removes a team; its members stay, and nothing points to it any more", async () => {
    const company = await openCompany();
    const { kit, owner, member, organizationId, firstId } = company;
    const teamId = await build(company, "Sales");
    await seat(company, teamId, member);
    await member.client.organization.setActiveTeam({ teamId });
    const invitationId = await inviteInto(company, "dan@example.com", teamId);
    expect(await placeOf(kit, organizationId, member)).toBe(teamId);

    const { data, error } = await owner.client.organization.removeTeam({ teamId, organizationId });
    expect(error).toBe(null);
    expect(data).toEqual({ message: "Team removed successfully." });
    expect(await teamsOf(kit, organizationId)).toMatchObject([{ id: firstId }]);
    expect(await peopleIn(kit, teamId)).toEqual([]);
    expect(await placeOf(kit, organizationId, member)).toBe(null);
    expect(await workOf(kit, member)).toEqual([{ activeOrganizationId: organizationId, activeTeamId: null }]);
    expect((await member.client.getSession()).data?.session.activeTeamId).toBe(null);
    expect(await kit.db.find(invitationModel, { id: invitationId })).toMatchObject({ status: "pending", teamId: null });
    expect(await kit.db.count(memberModel, { organizationId })).toBe(3);
  });

  test("finds the team without its organization's id, whichever is active", async () => {
    const company = await openCompany();
    const { kit, owner, organizationId } = company;
    const teamId = await build(company, "Sales");
    await found(owner, "second");
    expect(refusal(await owner.client.organization.removeTeam({ teamId }))).toBe(null);
    expect(await teamsOf(kit, organizationId)).toHaveLength(1);
  });

  test("refuses the team that the caller is in, and is done by somebody else", async () => {
    const company = await openCompany();
    const { kit, owner, admin, organizationId, firstId } = company;
    await build(company, "Sales");
    const own = "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM";
    expect(refusal(await owner.client.organization.removeTeam({ teamId: firstId }))).toBe(own);
    expect(await teamsOf(kit, organizationId)).toHaveLength(2);
    expect(refusal(await admin.client.organization.removeTeam({ teamId: firstId }))).toBe(null);
    expect(await placeOf(kit, organizationId, owner)).toBe(null);
  });

  test("the last team stays, unless the app lets all go", async () => {
    const { kit, admin, organizationId, firstId } = await openCompany();
    const last = await admin.client.organization.removeTeam({ teamId: firstId, organizationId });
    expect(refusal(last)).toBe("400 UNABLE_TO_REMOVE_LAST_TEAM");
    expect(last.error?.message).toBe("Unable to remove last team");
    expect(await teamsOf(kit, organizationId)).toHaveLength(1);

    const open = await openCompany({ teams: { allowRemovingAllTeams: true } });
    const { error } = await open.admin.client.organization.removeTeam({ teamId: open.firstId });
    expect(error).toBe(null);
    expect(await teamsOf(open.kit, open.organizationId)).toEqual([]);
  });

  test("a team of another organization is as one that is not there", async () => {
    const { kit, owner, organizationId, foreignId, foreignTeamId } = await openCompany();
    const { removeTeam } = owner.client.organization;
    const gone = "404 TEAM_NOT_FOUND";
    expect(refusal(await removeTeam({ teamId: foreignTeamId }))).toBe(gone);
    expect(refusal(await removeTeam({ teamId: foreignTeamId, organizationId }))).toBe(gone);
    expect(refusal(await removeTeam({ teamId: "nowhere", organizationId }))).toBe(gone);
    expect(refusal(await removeTeam({ teamId: "nowhere" }))).toBe(gone);
    expect(await teamsOf(kit, foreignId)).toHaveLength(1);
  });

  test("asks who it is, then what they may, then about the team", async () => {
    const { kit, member, outsider, organizationId, firstId } = await openCompany();
    const no = "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION";
    const stranger = "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM";
    // The last team, and a team that is not there: whoever may not is told neither.
    for (const teamId of [firstId, "nowhere"]) {
      const input = { teamId, organizationId };
      expect(refusal(await kit.visit().client.organization.removeTeam(input))).toBe("401 UNAUTHORIZED");
      expect(refusal(await member.client.organization.removeTeam(input))).toBe(no);
      expect(refusal(await outsider.client.organization.removeTeam(input))).toBe(stranger);
    }
    const nowhere = { teamId: firstId, organizationId: "nowhere" };
    expect(refusal(await outsider.client.organization.removeTeam(nowhere))).toBe(stranger);
    expect(await teamsOf(kit, organizationId)).toHaveLength(1);
  });
});
