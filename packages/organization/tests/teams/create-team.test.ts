import { describe, expect, test } from "vitest";
import { errorOf, found, openCompany, openTeams, peopleIn, placeOf, teamsOf } from "./fixture.ts";

describe("a new organization", () => {
  test("starts with a team of its name, with its owner as a member", async () => {
    const fixture = openTeams();
    const { client, user } = await fixture.signUp("ann@example.com");
    const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
    const organizationId = data?.id ?? "";
    const teams = await teamsOf(fixture, organizationId);
    expect(teams).toMatchObject([{ name: "Acme", organizationId, updatedAt: null }]);
    expect(data?.members).toMatchObject([{ userId: user.id, role: "owner", teamId: teams[0]?.id }]);
    expect(await peopleIn(fixture, teams[0]?.id ?? "")).toEqual([user.id]);
    expect((await client.organization.getFullOrganization()).data).toMatchObject({
      teams: [{ id: teams[0]?.id, name: "Acme", organizationId }],
      members: [{ teamId: teams[0]?.id }],
    });
  });

  test("starts without a team if the app disables the default team", async () => {
    const fixture = openTeams({ teams: { defaultTeam: false } });
    const { client } = await fixture.signUp("ann@example.com");
    const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
    expect(data?.members).toMatchObject([{ teamId: null }]);
    expect((await client.organization.getFullOrganization()).data?.teams).toEqual([]);
    expect((await client.organization.listTeams()).data).toEqual([]);
  });

  test("is deleted with its teams", async () => {
    const { fixture, owner, organizationId, firstId, foreignId } = await openCompany();
    expect((await owner.client.organization.delete({ organizationId })).error).toBe(null);
    expect(await teamsOf(fixture, organizationId)).toEqual([]);
    expect(await peopleIn(fixture, firstId)).toEqual([]);
    expect(await teamsOf(fixture, foreignId)).toHaveLength(1);
  });
});

describe("POST /organization/create-team", () => {
  test("creates a team of the active organization, without adding its creator", async () => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    const { data, error } = await owner.client.organization.createTeam({ name: "Sales" });
    expect(error).toBe(null);
    expect(data).toEqual({
      id: expect.stringMatching(/^[a-zA-Z0-9]{32}$/),
      name: "Sales",
      organizationId,
      createdAt: fixture.clock.now(),
      updatedAt: null,
    });
    expect(await teamsOf(fixture, organizationId)).toMatchObject([{ id: firstId }, { name: "Sales" }]);
    expect(await peopleIn(fixture, data?.id ?? "")).toEqual([]);
    expect(await placeOf(fixture, organizationId, owner)).toBe(firstId);
    expect(fixture.logged).toEqual([]);
  });

  test("prefers the given organization over the active one", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    const activeId = await found(owner, "second");
    await owner.client.organization.createTeam({ name: "Sales", organizationId });
    expect(await teamsOf(fixture, organizationId)).toHaveLength(2);
    expect(await teamsOf(fixture, activeId)).toHaveLength(1);
  });

  test("needs an organization", async () => {
    const fixture = openTeams();
    const { client } = await fixture.signUp("ann@example.com");
    expect(errorOf(await client.organization.createTeam({ name: "Sales" }))).toBe("400 NO_ACTIVE_ORGANIZATION");
  });

  test.each([
    ["of no characters", ""],
    ["of spaces", "   "],
    ["of spaces without width", "\u200b"],
    ["of 256 characters", "x".repeat(256)],
    ["that is a number", 7],
    ["that is null", null],
  ])("rejects a name %s", async (_, name) => {
    const { fixture, owner, organizationId } = await openCompany();
    const response = await owner.browser.post("/organization/create-team", { name, organizationId });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await teamsOf(fixture, organizationId)).toHaveLength(1);
  });

  test("enforces the limit, which may be a function of the organization", async () => {
    const asked: string[] = [];
    const maximumTeams = ({ slug }: { readonly slug: string }) => {
      asked.push(slug);
      return slug === "acme" ? 2 : 1;
    };
    const { fixture, owner, outsider, organizationId, foreignId } = await openCompany({ teams: { maximumTeams } });
    const full = "400 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS";
    expect(errorOf(await owner.client.organization.createTeam({ name: "One" }))).toBe(null);
    expect(errorOf(await owner.client.organization.createTeam({ name: "Two" }))).toBe(full);
    expect(errorOf(await outsider.client.organization.createTeam({ name: "One" }))).toBe(full);
    expect(await teamsOf(fixture, organizationId)).toHaveLength(2);
    expect(await teamsOf(fixture, foreignId)).toHaveLength(1);
    expect(asked).toEqual(["acme", "acme", "other"]);
  });

  test("writes no row if the app's limit is invalid", async () => {
    const { fixture, owner, organizationId } = await openCompany({ teams: { maximumTeams: () => Number.NaN } });
    expect(errorOf(await owner.client.organization.createTeam({ name: "One" }))).toBe("500 INTERNAL_SERVER_ERROR");
    expect(await teamsOf(fixture, organizationId)).toHaveLength(1);
  });

  test("writes no row for callers without the permission, in any organization", async () => {
    const { fixture, member, outsider, organizationId, foreignId } = await openCompany();
    const here = { name: "Mine", organizationId };
    const attacker = "403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION";
    expect(errorOf(await member.client.organization.createTeam(here))).toBe(
      "403 YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION",
    );
    expect(errorOf(await outsider.client.organization.createTeam(here))).toBe(attacker);
    expect(errorOf(await outsider.client.organization.createTeam({ ...here, organizationId: "nowhere" }))).toBe(
      attacker,
    );
    expect(errorOf(await fixture.visit().client.organization.createTeam(here))).toBe("401 UNAUTHORIZED");
    expect(await teamsOf(fixture, organizationId)).toHaveLength(1);
    expect(await teamsOf(fixture, foreignId)).toHaveLength(1);
  });
});

describe("auth.api.organization.createTeamInOrganization", () => {
  test("creates a team on behalf of the app, within the limit", async () => {
    const { fixture, organizationId } = await openCompany({ teams: { maximumTeams: 2 } });
    const { createTeamInOrganization } = fixture.auth.api.organization;
    const team = await createTeamInOrganization({ name: "Sales", organizationId });
    expect(await teamsOf(fixture, organizationId)).toMatchObject([{ name: "acme" }, { id: team.id, name: "Sales" }]);
    expect(fixture.events.at(-1)).toEqual({ type: "team.created", team, actorId: null });
    await expect(createTeamInOrganization({ name: "Third", organizationId })).rejects.toMatchObject({
      code: "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS",
    });
    await expect(createTeamInOrganization({ name: "Third", organizationId: "none" })).rejects.toMatchObject({
      code: "ORGANIZATION_NOT_FOUND",
    });
  });

  test("does not exist over HTTP", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    const body = { name: "Sales", organizationId };
    expect((await owner.browser.post("/organization/create-team-in-organization", body)).status).toBe(404);
    expect(await teamsOf(fixture, organizationId)).toHaveLength(1);
  });
});
