import { describe, expect, test } from "vitest";
import { build, errorOf, found, openCompany, teamMembership, workOf } from "./fixture.ts";

describe("POST /organization/set-active-team", () => {
  test("makes a team of the caller the active one of the session, and returns it", async () => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    const { data, error } = await owner.client.organization.setActiveTeam({ teamId: firstId });
    expect(error).toBe(null);
    expect(data).toMatchObject({ id: firstId, name: "acme", organizationId });
    expect((await owner.client.getSession()).data?.session).toMatchObject({
      activeOrganizationId: organizationId,
      activeTeamId: firstId,
    });
    expect(await workOf(fixture, owner)).toEqual([{ activeOrganizationId: organizationId, activeTeamId: firstId }]);
  });

  test("also makes its organization the active one", async () => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    await found(owner, "second");
    await owner.client.organization.setActiveTeam({ teamId: firstId });
    expect(await workOf(fixture, owner)).toEqual([{ activeOrganizationId: organizationId, activeTeamId: firstId }]);
  });

  test("clears the active team by null, and keeps the active organization", async () => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    await owner.client.organization.setActiveTeam({ teamId: firstId });
    expect((await owner.client.organization.setActiveTeam({ teamId: null })).data).toBe(null);
    expect(await workOf(fixture, owner)).toEqual([{ activeOrganizationId: organizationId, activeTeamId: null }]);
  });

  test("fails for users who are not in the team, and keeps their session unchanged", async () => {
    const { fixture, owner, admin, outsider, organizationId, firstId, foreignId, foreignTeamId } = await openCompany();
    const gone = "400 TEAM_NOT_FOUND";
    await owner.client.organization.setActiveTeam({ teamId: firstId });
    const inTeam = [{ activeOrganizationId: organizationId, activeTeamId: firstId }];
    expect(errorOf(await owner.client.organization.setActiveTeam({ teamId: foreignTeamId }))).toBe(gone);
    expect(errorOf(await owner.client.organization.setActiveTeam({ teamId: "nowhere" }))).toBe(gone);
    expect(await workOf(fixture, owner)).toEqual(inTeam);

    expect(errorOf(await admin.client.organization.setActiveTeam({ teamId: firstId }))).toBe(
      "403 USER_IS_NOT_A_MEMBER_OF_THE_TEAM",
    );
    expect(await workOf(fixture, admin)).toEqual([{ activeOrganizationId: null, activeTeamId: null }]);
    expect(errorOf(await outsider.client.organization.setActiveTeam({ teamId: firstId }))).toBe(gone);
    expect(await workOf(fixture, outsider)).toEqual([{ activeOrganizationId: foreignId, activeTeamId: null }]);
    const nobody = fixture.visit().client;
    expect(errorOf(await nobody.organization.setActiveTeam({ teamId: firstId }))).toBe("401 UNAUTHORIZED");
  });

  test.each([[{}], [{ teamId: 7 }], [{ teamId: "" }], [{ teamId: ["a"] }]])("rejects %j", async (body) => {
    const { owner } = await openCompany();
    const response = await owner.browser.post("/organization/set-active-team", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("the active team", () => {
  test("stays if its organization is activated again, and is cleared by another one", async () => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    const secondId = await found(owner, "second");
    const { setActive, setActiveTeam } = owner.client.organization;
    await setActiveTeam({ teamId: firstId });
    await setActive({ organizationId });
    expect(await workOf(fixture, owner)).toEqual([{ activeOrganizationId: organizationId, activeTeamId: firstId }]);
    await setActive({ organizationId: secondId });
    expect(await workOf(fixture, owner)).toEqual([{ activeOrganizationId: secondId, activeTeamId: null }]);
    await setActiveTeam({ teamId: firstId });
    await setActive({ organizationId: null });
    expect(await workOf(fixture, owner)).toEqual([{ activeOrganizationId: null, activeTeamId: null }]);
    await setActiveTeam({ teamId: firstId });
    const thirdId = await found(owner, "third");
    expect(await workOf(fixture, owner)).toEqual([{ activeOrganizationId: thirdId, activeTeamId: null }]);
  });

  test("is cleared in all sessions of a member who leaves the organization or is removed from it", async () => {
    const company = await openCompany();
    const { fixture, owner, admin, member, organizationId, firstId } = company;
    const nowhere = { activeOrganizationId: null, activeTeamId: null };
    for (const person of [admin, member]) {
      await teamMembership(company, firstId, person);
      const other = fixture.visit().client;
      await other.signIn.email({ email: person.user.email, password: person.password });
      for (const client of [person.client, other]) await client.organization.setActiveTeam({ teamId: firstId });
    }
    await admin.client.organization.leave({ organizationId });
    await owner.client.organization.removeMember({ organizationId, memberIdOrEmail: member.user.email });
    for (const person of [admin, member]) expect(await workOf(fixture, person)).toEqual([nowhere, nowhere]);
  });

  test("is cleared in all sessions of a member who is removed from the team", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId, firstId } = company;
    await teamMembership(company, firstId, member);
    const other = fixture.visit().client;
    await other.signIn.email({ email: member.user.email, password: member.password });
    for (const client of [member.client, other]) await client.organization.setActiveTeam({ teamId: firstId });
    await owner.client.organization.setActiveTeam({ teamId: firstId });
    await owner.client.organization.removeTeamMember({ teamId: firstId, userId: member.user.id });
    const left = { activeOrganizationId: organizationId, activeTeamId: null };
    expect(await workOf(fixture, member)).toEqual([left, left]);
    expect(await workOf(fixture, owner)).toEqual([{ activeOrganizationId: organizationId, activeTeamId: firstId }]);
  });

  test("is cleared in every session if the organization is deleted", async () => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    await owner.client.organization.setActiveTeam({ teamId: firstId });
    await owner.client.organization.delete({ organizationId });
    expect(await workOf(fixture, owner)).toEqual([{ activeOrganizationId: null, activeTeamId: null }]);
  });

  test("is updated in the browser's session cookie cache", async () => {
    const company = await openCompany({ config: { session: { cookieCache: { enabled: true } } } });
    const { owner, firstId } = company;
    const shown = async () => (await owner.client.getSession()).data?.session.activeTeamId;
    expect(await shown()).toBe(null);
    await owner.client.organization.setActiveTeam({ teamId: firstId });
    expect(await shown()).toBe(firstId);
    await build(company, "Second");
    expect(await shown()).toBe(firstId);
    await owner.client.organization.removeTeamMember({ teamId: firstId, userId: owner.user.id });
    expect(await shown()).toBe(null);
  });
});
