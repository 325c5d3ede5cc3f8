import { describe, expect, test } from "vitest";
import { build, errorOf, openCompany, peopleIn, placeOf, teamMembership } from "./fixture.ts";

describe("POST /organization/add-team-member", () => {
  test("adds a member of the organization to a team; the member row shows their first one", async () => {
    const company = await openCompany();
    const { fixture, admin, member, organizationId, firstId } = company;
    const salesId = await build(company, "Sales");
    const input = { teamId: salesId, userId: member.user.id };
    const { data, error } = await admin.client.organization.addTeamMember(input);
    expect(error).toBe(null);
    expect(data).toEqual({ id: expect.any(String), ...input, createdAt: fixture.clock.now() });
    expect(await peopleIn(fixture, salesId)).toEqual([member.user.id]);
    expect(await placeOf(fixture, organizationId, member)).toBe(salesId);
    await teamMembership(company, firstId, member);
    expect(await placeOf(fixture, organizationId, member)).toBe(salesId);
    expect((await member.client.organization.listUserTeams()).data?.map(({ id }) => id)).toEqual([salesId, firstId]);
  });

  test("changes no row for a user already in the team", async () => {
    const company = await openCompany();
    const { fixture, owner, firstId } = company;
    const before = await teamMembership(company, firstId, owner);
    fixture.clock.forward({ days: 1 });
    expect(await teamMembership(company, firstId, owner)).toEqual(before);
    expect(await peopleIn(fixture, firstId)).toEqual([owner.user.id]);
  });

  test("adds no user from outside the organization", async () => {
    const { fixture, owner, outsider, firstId } = await openCompany();
    for (const userId of [outsider.user.id, "nobody"]) {
      const answer = await owner.client.organization.addTeamMember({ teamId: firstId, userId });
      expect(errorOf(answer)).toBe("400 MEMBER_NOT_FOUND");
    }
    expect(await peopleIn(fixture, firstId)).toEqual([owner.user.id]);
  });

  test("cannot move a member into or out of a team of another organization", async () => {
    const { fixture, owner, outsider, member, firstId, foreignTeamId } = await openCompany();
    for (const [{ client }, teamId, person] of [
      [owner, foreignTeamId, owner],
      [outsider, firstId, outsider],
      [outsider, firstId, member],
      [owner, "nowhere", member],
    ] as const) {
      const input = { teamId, userId: person.user.id };
      expect(errorOf(await client.organization.addTeamMember(input))).toBe("400 TEAM_NOT_FOUND");
      expect(errorOf(await client.organization.removeTeamMember(input))).toBe("400 TEAM_NOT_FOUND");
    }
    expect(await peopleIn(fixture, firstId)).toEqual([owner.user.id]);
    expect(await peopleIn(fixture, foreignTeamId)).toEqual([outsider.user.id]);
  });

  test("does not reveal users or team members to a caller without the permission", async () => {
    const { fixture, owner, member, outsider, firstId } = await openCompany();
    for (const userId of [member.user.id, owner.user.id, outsider.user.id, "nobody"]) {
      const { addTeamMember, removeTeamMember } = member.client.organization;
      const no = "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM";
      expect(errorOf(await addTeamMember({ teamId: firstId, userId }))).toBe(no);
      expect(errorOf(await removeTeamMember({ teamId: firstId, userId }))).toBe(no);
    }
    expect(await peopleIn(fixture, firstId)).toEqual([owner.user.id]);
  });

  test("enforces the limit, which may be a function of the team and only runs for callers with the permission", async () => {
    const asked: string[] = [];
    const maximumMembersPerTeam = ({ name }: { readonly name: string }) => {
      asked.push(name);
      return name === "Pair" ? 2 : 1;
    };
    const company = await openCompany({ teams: { maximumMembersPerTeam } });
    const { fixture, owner, admin, member, outsider, firstId } = company;
    const pairId = await build(company, "Pair");
    const add = async (teamId: string, { user }: typeof owner, by = owner) =>
      errorOf(await by.client.organization.addTeamMember({ teamId, userId: user.id }));
    const full = "403 TEAM_MEMBER_LIMIT_REACHED";
    expect(await add(firstId, member)).toBe(full);
    expect(await add(pairId, member)).toBe(null);
    expect(await add(pairId, admin)).toBe(null);
    expect(await add(pairId, owner)).toBe(full);
    expect(await add(pairId, member)).toBe(null);
    await add(pairId, member, member);
    await add(pairId, member, outsider);
    expect(new Set(await peopleIn(fixture, pairId))).toEqual(new Set([member.user.id, admin.user.id]));
    expect(asked).toEqual(["acme", "Pair", "Pair", "Pair", "Pair"]);
  });
});

describe("POST /organization/remove-team-member", () => {
  test("removes a member from a team, who stays in the organization", async () => {
    const company = await openCompany();
    const { fixture, admin, member, organizationId, firstId } = company;
    await teamMembership(company, firstId, member);
    const input = { teamId: firstId, userId: member.user.id };
    const { data, error } = await admin.client.organization.removeTeamMember(input);
    expect(error).toBe(null);
    expect(data).toEqual({ message: "Team member removed successfully." });
    expect(await peopleIn(fixture, firstId)).not.toContain(member.user.id);
    expect(await placeOf(fixture, organizationId, member)).toBe(null);
    expect(errorOf(await admin.client.organization.removeTeamMember(input))).toBe("400 MEMBER_NOT_FOUND");
  });

  test("a member who left their first team shows the next one in the order of joining", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId, firstId } = company;
    const [northId, southId] = [await build(company, "North"), await build(company, "South")];
    for (const teamId of [southId, firstId, northId]) await teamMembership(company, teamId, member);
    const leave = (teamId: string) => owner.client.organization.removeTeamMember({ teamId, userId: member.user.id });
    const shown = () => placeOf(fixture, organizationId, member);
    expect(await shown()).toBe(southId);
    await leave(northId);
    expect(await shown()).toBe(southId);
    await leave(southId);
    expect(await shown()).toBe(firstId);
    await leave(firstId);
    expect(await shown()).toBe(null);
  });
});

describe("GET /organization/list-team-members", () => {
  test("lists the members of a team, with their public user fields, by pages", async () => {
    const company = await openCompany();
    const { fixture, owner, admin, member, firstId } = company;
    await teamMembership(company, firstId, member);
    await teamMembership(company, firstId, admin);
    const { listTeamMembers } = member.client.organization;
    const first = await listTeamMembers({ teamId: firstId, limit: 2 });
    expect(first.data).toEqual({
      members: [
        expect.objectContaining({ teamId: firstId, userId: owner.user.id, createdAt: expect.any(Date) }),
        expect.objectContaining({ teamId: firstId, userId: member.user.id }),
      ],
      nextCursor: expect.any(String),
    });
    expect(first.data?.members.map(({ user }) => user)).toEqual(
      [owner, member].map(({ user: { id, name, email, image } }) => ({ id, name, email, image })),
    );
    const cursor = first.data?.nextCursor ?? "";
    const second = await listTeamMembers({ teamId: firstId, limit: 2, cursor });
    expect(second.data).toMatchObject({ members: [{ userId: admin.user.id }], nextCursor: null });
    expect(fixture.logged).toEqual([]);
  });

  test("defaults to the active team", async () => {
    const { owner, admin, firstId } = await openCompany();
    const { listTeamMembers, setActiveTeam } = owner.client.organization;
    expect(errorOf(await listTeamMembers())).toBe("400 NO_ACTIVE_TEAM");
    await setActiveTeam({ teamId: firstId });
    expect((await listTeamMembers()).data?.members).toMatchObject([{ userId: owner.user.id }]);
    expect(errorOf(await admin.client.organization.listTeamMembers())).toBe("400 NO_ACTIVE_TEAM");
  });

  test("shows no members to callers outside the organization", async () => {
    const { fixture, outsider, owner, firstId, foreignTeamId } = await openCompany();
    const gone = "400 TEAM_NOT_FOUND";
    expect(errorOf(await outsider.client.organization.listTeamMembers({ teamId: firstId }))).toBe(gone);
    expect(errorOf(await owner.client.organization.listTeamMembers({ teamId: foreignTeamId }))).toBe(gone);
    expect(errorOf(await owner.client.organization.listTeamMembers({ teamId: "nowhere" }))).toBe(gone);
    const nobody = fixture.visit().client;
    expect(errorOf(await nobody.organization.listTeamMembers({ teamId: firstId }))).toBe("401 UNAUTHORIZED");
  });

  test.each([
    ["an invalid cursor", { cursor: "nothing" }],
    ["a page of zero rows", { limit: 0 }],
    ["a page of too many rows", { limit: 1001 }],
  ])("rejects %s", async (_, page) => {
    const { owner, firstId } = await openCompany();
    const answer = await owner.client.organization.listTeamMembers({ teamId: firstId, ...page });
    expect(errorOf(answer)).toBe("400 VALIDATION_ERROR");
  });
});

describe("auth.api.organization.addUserToTeam", () => {
  test("adds a member to a team on behalf of the app, and no other user", async () => {
    const { fixture, member, outsider, firstId, organizationId } = await openCompany();
    const { addUserToTeam } = fixture.auth.api.organization;
    const teamMember = await addUserToTeam({ teamId: firstId, userId: member.user.id });
    expect(teamMember).toMatchObject({ teamId: firstId, userId: member.user.id });
    expect(fixture.events.at(-1)).toMatchObject({ type: "team-member.added", teamMember, actorId: null });
    expect(await placeOf(fixture, organizationId, member)).toBe(firstId);
    for (const [input, code] of [
      [{ teamId: firstId, userId: outsider.user.id }, "MEMBER_NOT_FOUND"],
      [{ teamId: firstId, userId: "nobody" }, "MEMBER_NOT_FOUND"],
      [{ teamId: "nowhere", userId: member.user.id }, "TEAM_NOT_FOUND"],
    ] as const)
      await expect(addUserToTeam(input)).rejects.toMatchObject({ code });
  });

  test("does not exist over HTTP", async () => {
    const { fixture, owner, member, firstId } = await openCompany();
    const body = { teamId: firstId, userId: member.user.id };
    expect((await owner.browser.post("/organization/add-user-to-team", body)).status).toBe(404);
    expect(await peopleIn(fixture, firstId)).toEqual([owner.user.id]);
  });
});
