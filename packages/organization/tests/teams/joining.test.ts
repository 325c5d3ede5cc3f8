import { defineRoles } from "@keyhold/access";
import { organizationRoles, organizationStatements } from "@keyhold/organization";
import { invitationModel, memberModel, organizationModel } from "@keyhold/organization/plugin";
import { describe, expect, test } from "vitest";
import {
  build,
  errorOf,
  inviteInto,
  openCompany,
  peopleIn,
  placeOf,
  signUpVerified,
  teamMembership,
  teamsOf,
} from "./fixture.ts";

/** A recruiter invites members, and adds no user to a team. */
const recruiting = defineRoles(organizationStatements, {
  ...organizationRoles,
  recruiter: { ...organizationRoles.member, invitation: ["create"] },
});
const dan = "dan@example.com";

describe("an invitation into a team", () => {
  test("shows its team, and adds the accepting user to that team", async () => {
    const company = await openCompany();
    const { fixture, owner, organizationId } = company;
    const teamId = await build(company, "Sales");
    const person = await signUpVerified(fixture, dan);
    const { data } = await owner.client.organization.inviteMember({ email: dan, role: "member", teamId });
    expect(data).toMatchObject({ teamId, organizationId, status: "pending" });
    const listed = await owner.client.organization.listInvitations();
    expect(JSON.stringify(listed.data)).toContain(teamId);

    const invitationId = data?.id ?? "";
    const accepted = await person.client.organization.acceptInvitation({ invitationId });
    expect(accepted.data).toMatchObject({ invitation: { teamId }, member: { teamId, userId: person.user.id } });
    expect(await placeOf(fixture, organizationId, person)).toBe(teamId);
    expect(await peopleIn(fixture, teamId)).toEqual([person.user.id]);
  });

  test("needs the permission to add members to the team, at the invitation and at its acceptance", async () => {
    const company = await openCompany({ organization: { roles: recruiting } });
    const { fixture, organizationId, admin, firstId } = company;
    const person = await signUpVerified(fixture, dan);
    const setRole = (role: string) =>
      fixture.db.transactionOn(organizationModel, organizationId, async (tx, place) => {
        const row = await tx.find(memberModel, { organizationId, userId: admin.user.id });
        await tx.update(memberModel, row?.id ?? "", { role }, place);
      });
    const inviting = { email: dan, role: "member", organizationId };
    await setRole("recruiter");
    const refused = await admin.client.organization.inviteMember({ ...inviting, teamId: firstId });
    expect(errorOf(refused)).toBe("403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM");
    expect(await fixture.db.count(invitationModel, { organizationId })).toBe(0);

    await setRole("admin");
    const invitationId = await inviteInto({ ...company, owner: admin }, dan, firstId);
    await setRole("recruiter");
    const { data } = await person.client.organization.acceptInvitation({ invitationId });
    expect(data?.member).toMatchObject({ teamId: null });
    expect(await peopleIn(fixture, firstId)).not.toContain(person.user.id);
  });

  test("without a team adds the user to no team", async () => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    const person = await signUpVerified(fixture, dan);
    const { data } = await owner.client.organization.inviteMember({ email: dan, role: "member", teamId: null });
    expect(data).toMatchObject({ teamId: null });
    const accepted = await person.client.organization.acceptInvitation({ invitationId: data?.id ?? "" });
    expect(accepted.data?.member).toMatchObject({ teamId: null });
    expect(await placeOf(fixture, organizationId, person)).toBe(null);
    expect(await peopleIn(fixture, firstId)).toHaveLength(1);
  });

  test.each([
    ["of another organization", ({ foreignTeamId }: { foreignTeamId: string }) => foreignTeamId],
    ["that does not exist", () => "nowhere"],
    ["that is empty", () => ""],
    ["list, with commas", ({ firstId }: { firstId: string }) => `${firstId},${firstId}`],
    [
      "list of its own and a foreign one",
      (ids: { firstId: string; foreignTeamId: string }) => `${ids.firstId},${ids.foreignTeamId}`,
    ],
  ])("fails for a team %s", async (_, teamIn) => {
    const company = await openCompany();
    const { fixture, owner, organizationId } = company;
    const invitation = { email: dan, role: "member", organizationId, teamId: teamIn(company) };
    const answer = await owner.client.organization.inviteMember(invitation);
    expect(errorOf(answer)).toBe("400 TEAM_NOT_FOUND");
    expect(await fixture.db.count(invitationModel, { organizationId })).toBe(0);
    await fixture.auth.idle();
    expect(fixture.mailbox.messages.filter(({ kind }) => kind === "organization.invitation")).toEqual([]);
  });

  test.each([[["a", "b"]], [7], [{ id: "a" }]])("fails for a team that is %j", async (teamId) => {
    const { owner } = await openCompany();
    const response = await owner.browser.post("/organization/invite-member", { email: dan, role: "member", teamId });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("changes its team if it is sent again with another one", async () => {
    const company = await openCompany();
    const { fixture, owner, organizationId } = company;
    const [northId, southId] = [await build(company, "North"), await build(company, "South")];
    const person = await signUpVerified(fixture, dan);
    const invitationId = await inviteInto(company, dan, northId);
    const again = { email: dan, role: "member", resend: true, teamId: southId };
    expect((await owner.client.organization.inviteMember(again)).data).toMatchObject({ id: invitationId });
    await person.client.organization.acceptInvitation({ invitationId });
    expect(await placeOf(fixture, organizationId, person)).toBe(southId);
    expect(await peopleIn(fixture, northId)).toEqual([]);
  });

  test("adds its recipient to the organization if the team is deleted by then", async () => {
    const company = await openCompany();
    const { fixture, admin, organizationId } = company;
    const teamId = await build(company, "Sales");
    const person = await signUpVerified(fixture, dan);
    const invitationId = await inviteInto(company, dan, teamId);
    await admin.client.organization.removeTeam({ teamId });
    const { data } = await person.client.organization.acceptInvitation({ invitationId });
    expect(data).toMatchObject({ invitation: { teamId: null }, member: { teamId: null } });
    expect(await placeOf(fixture, organizationId, person)).toBe(null);
  });

  test("stays pending while the team is full", async () => {
    const asked: string[] = [];
    const maximumMembersPerTeam = ({ name }: { readonly name: string }) => {
      asked.push(name);
      return 1;
    };
    for (const options of [{ maximumMembersPerTeam: 1 }, { maximumMembersPerTeam }]) {
      const company = await openCompany({ teams: options });
      const { fixture, owner, member, organizationId } = company;
      const teamId = await build(company, "Sales");
      await teamMembership(company, teamId, member);
      const person = await signUpVerified(fixture, dan);
      const invitationId = await inviteInto(company, dan, teamId);
      const { acceptInvitation } = person.client.organization;
      expect(errorOf(await acceptInvitation({ invitationId }))).toBe("403 TEAM_MEMBER_LIMIT_REACHED");
      expect(await placeOf(fixture, organizationId, person)).toBe(undefined);
      expect(await fixture.db.find(invitationModel, { id: invitationId })).toMatchObject({ status: "pending" });
      await owner.client.organization.removeTeamMember({ teamId, userId: member.user.id });
      expect(errorOf(await acceptInvitation({ invitationId }))).toBe(null);
      expect(await peopleIn(fixture, teamId)).toEqual([person.user.id]);
    }
    expect(asked).toEqual(["Sales", "Sales", "Sales"]);
  });
});

describe("auth.api.organization.addMember", () => {
  test("adds the new member to the given team", async () => {
    const company = await openCompany();
    const { fixture, organizationId } = company;
    const teamId = await build(company, "Sales");
    const { user } = await fixture.signUp(dan);
    const member = await fixture.auth.api.organization.addMember({
      userId: user.id,
      role: "member",
      organizationId,
      teamId,
    });
    expect(member).toMatchObject({ userId: user.id, teamId });
    expect(await peopleIn(fixture, teamId)).toEqual([user.id]);
  });

  test("adds no member if the team is foreign, missing, several or full", async () => {
    const company = await openCompany({ teams: { maximumMembersPerTeam: 1 } });
    const { fixture, organizationId, firstId, foreignTeamId } = company;
    const { user } = await fixture.signUp(dan);
    for (const [teamId, code] of [
      [foreignTeamId, "TEAM_NOT_FOUND"],
      ["nowhere", "TEAM_NOT_FOUND"],
      [`${firstId},${foreignTeamId}`, "TEAM_NOT_FOUND"],
      [firstId, "TEAM_MEMBER_LIMIT_REACHED"],
    ] as const) {
      const input = { userId: user.id, role: "member", organizationId, teamId };
      await expect(fixture.auth.api.organization.addMember(input)).rejects.toMatchObject({ code });
    }
    expect(await fixture.db.count(memberModel, { userId: user.id })).toBe(0);
  });

  test("adds the member to no team by default", async () => {
    const { fixture, organizationId } = await openCompany();
    const { user } = await fixture.signUp(dan);
    const input = { userId: user.id, role: "member", organizationId };
    expect(await fixture.auth.api.organization.addMember(input)).toMatchObject({ teamId: null });
  });
});

describe("a member who leaves an organization", () => {
  test("leaves all its teams, and no others", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId, firstId } = company;
    const salesId = await build(company, "Sales");
    for (const teamId of [firstId, salesId]) await teamMembership(company, teamId, member);
    const { data } = await member.client.organization.create({ name: "Own", slug: "own" });
    await owner.client.organization.removeMember({ organizationId, memberIdOrEmail: member.user.email });
    expect(await peopleIn(fixture, firstId)).toEqual([owner.user.id]);
    expect(await peopleIn(fixture, salesId)).toEqual([]);
    const [own] = await teamsOf(fixture, data?.id ?? "");
    expect(await peopleIn(fixture, own?.id ?? "")).toEqual([member.user.id]);
    expect((await member.client.organization.listUserTeams()).data).toMatchObject([{ id: own?.id }]);
  });

  test("also leaves its teams by deleting their account", async () => {
    const confirming = { user: { deleteUser: { enabled: true, confirmByMail: false } } };
    const company = await openCompany({ config: confirming });
    const { fixture, owner, member, firstId } = company;
    const teamMember = await teamMembership(company, firstId, member);
    await member.client.deleteUser({ password: member.password });
    await fixture.auth.idle();
    expect(await peopleIn(fixture, firstId)).toEqual([owner.user.id]);
    expect(fixture.events).toContainEqual({
      type: "team-member.removed",
      team: expect.objectContaining({ id: firstId }),
      teamMember,
      actorId: null,
    });
  });
});
