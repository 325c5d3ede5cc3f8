import { describe, expect, test } from "vitest";
import { build, errorOf, found, openCompany, teamsOf } from "./fixture.ts";

describe("POST /organization/update-team", () => {
  test("renames a team and sets `updatedAt`", async () => {
    const company = await openCompany();
    const { fixture, admin, organizationId } = company;
    const teamId = await build(company, "Sales");
    const createdAt = fixture.clock.now();
    fixture.clock.forward({ minutes: 1 });
    const { data, error } = await admin.client.organization.updateTeam({ teamId, data: { name: "Support" } });
    expect(error).toBe(null);
    expect(data).toEqual({ id: teamId, name: "Support", organizationId, createdAt, updatedAt: fixture.clock.now() });
    expect((await teamsOf(fixture, organizationId)).at(-1)).toMatchObject({
      name: "Support",
      updatedAt: fixture.clock.now(),
    });
  });

  test("writes no row and emits no event if no value differs", async () => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    const before = await teamsOf(fixture, organizationId);
    fixture.clock.forward({ minutes: 1 });
    const { data } = await owner.client.organization.updateTeam({ teamId: firstId, data: { name: "acme" } });
    expect(data).toMatchObject({ id: firstId, name: "acme", updatedAt: null });
    expect(await teamsOf(fixture, organizationId)).toEqual(before);
    await fixture.auth.idle();
    expect(fixture.events.map(({ type }) => type)).not.toContain("team.updated");
  });

  test("finds the team even if another organization is active", async () => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    await found(owner, "second");
    const { error } = await owner.client.organization.updateTeam({ teamId: firstId, data: { name: "Home" } });
    expect(error).toBe(null);
    expect(await teamsOf(fixture, organizationId)).toMatchObject([{ name: "Home" }]);
  });

  test("accepts the ids of the team itself beside its name, as other clients send them", async () => {
    const { owner, organizationId, firstId } = await openCompany();
    const { updateTeam } = owner.client.organization;
    const data = { name: "Home", id: firstId, organizationId };
    expect((await updateTeam({ teamId: firstId, data })).data).toMatchObject(data);
    expect((await updateTeam({ teamId: firstId, organizationId, data })).data).toMatchObject(data);
  });

  test("never moves a team or changes another one by ids in the body", async () => {
    const company = await openCompany();
    const { fixture, owner, organizationId, firstId, foreignId, foreignTeamId } = company;
    const { updateTeam } = owner.client.organization;
    const secondId = await build(company, "Second");
    const ownId = await found(owner, "own");
    const before = [
      await teamsOf(fixture, organizationId),
      await teamsOf(fixture, foreignId),
      await teamsOf(fixture, ownId),
    ];
    const name = "Taken over";
    for (const [input, code] of [
      [{ teamId: firstId, organizationId, data: { name, organizationId: foreignId } }, "400 TEAM_NOT_FOUND"],
      [{ teamId: firstId, organizationId, data: { name, id: foreignTeamId } }, "400 TEAM_NOT_FOUND"],
      [{ teamId: firstId, data: { name, id: secondId } }, "400 TEAM_NOT_FOUND"],
      [{ teamId: foreignTeamId, organizationId, data: { name } }, "400 TEAM_NOT_FOUND"],
      [{ teamId: foreignTeamId, data: { name } }, "400 TEAM_NOT_FOUND"],
      [{ teamId: foreignTeamId, data: { name, organizationId } }, "400 TEAM_NOT_FOUND"],
      [{ teamId: "nowhere", data: { name } }, "400 TEAM_NOT_FOUND"],
      // The caller owns both.
      [{ teamId: firstId, data: { name, organizationId: ownId } }, "400 TEAM_NOT_FOUND"],
      [{ teamId: firstId, data: { name, organizationId: foreignId } }, "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM"],
      [
        { teamId: foreignTeamId, organizationId: foreignId, data: { name } },
        "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
      ],
    ] as const)
      expect([input, errorOf(await updateTeam(input))]).toEqual([input, code]);
    expect([
      await teamsOf(fixture, organizationId),
      await teamsOf(fixture, foreignId),
      await teamsOf(fixture, ownId),
    ]).toEqual(before);
  });

  test.each([
    ["an empty name", { data: { name: "" } }],
    ["a name of spaces", { data: { name: " " } }],
    ["no change", { data: {} }],
    ["only read-only columns", { data: { createdAt: "2020-01-01T00:00:00.000Z", updatedAt: null, memberCount: 7 } }],
    ["no data", {}],
    ["data of another type", { data: "name" }],
  ])("rejects %s", async (_, input) => {
    const { fixture, owner, organizationId, firstId } = await openCompany();
    const before = await teamsOf(fixture, organizationId);
    const response = await owner.browser.post("/organization/update-team", { teamId: firstId, ...input });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await teamsOf(fixture, organizationId)).toEqual(before);
  });

  test("checks the permission before the team", async () => {
    const { member, organizationId, firstId } = await openCompany();
    const { updateTeam } = member.client.organization;
    const no = "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM";
    expect(errorOf(await updateTeam({ teamId: firstId, data: { name: "Mine" } }))).toBe(no);
    expect(errorOf(await updateTeam({ teamId: "nowhere", organizationId, data: {} }))).toBe(no);
  });
});
