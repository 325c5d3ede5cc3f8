import { defineErrors } from "@keyhold/core";
import { definePlugin, text } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import {
  build,
  errorOf,
  inviteInto,
  openCompany,
  peopleIn,
  signUpVerified,
  type TeamsAuth,
  teamMembership,
  teamsOf,
} from "./fixture.ts";

const errors = defineErrors({
  NOT_TODAY: { status: 409, message: "not today" },
  NEVER: { status: 409, message: "never" },
});

const typesOf = ({ events }: TeamsAuth) => events.map(({ type }) => type).filter((type) => type.startsWith("team"));

describe("events", () => {
  test("are emitted for every change of a team, with the acting user", async () => {
    const company = await openCompany();
    const { fixture, owner, admin, member, firstId } = company;
    const [userId, actorId] = [member.user.id, admin.user.id];
    const { createTeam, updateTeam, removeTeam, addTeamMember, removeTeamMember } = admin.client.organization;
    const created = await createTeam({ name: "Sales", organizationId: company.organizationId });
    const teamId = created.data?.id ?? "";
    const updated = await updateTeam({ teamId, data: { name: "Support" } });
    const { data: teamMember } = await addTeamMember({ teamId, userId });
    await removeTeamMember({ teamId, userId });
    await removeTeam({ teamId });
    await fixture.auth.idle();
    const team = updated.data;
    expect(fixture.events.slice(-5)).toEqual([
      { type: "team.created", team: created.data, actorId },
      { type: "team.updated", team, changed: ["name"], actorId },
      { type: "team-member.added", team, teamMember, actorId },
      { type: "team-member.removed", team, teamMember, actorId },
      { type: "team.removed", team, actorId },
    ]);
    expect(fixture.events).toContainEqual({
      type: "team.created",
      team: expect.objectContaining({ id: firstId, name: "acme" }),
      actorId: owner.user.id,
    });
    expect(JSON.stringify(fixture.events)).not.toContain("memberCount");
  });

  test("are emitted for team members who join or leave with the organization, and not for failed calls", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId, firstId } = company;
    const person = await signUpVerified(fixture, "dan@example.com");
    const invitationId = await inviteInto(company, "dan@example.com", firstId);
    await fixture.auth.idle();
    const before = typesOf(fixture).length;
    await person.client.organization.acceptInvitation({ invitationId });
    await person.client.organization.leave({ organizationId });
    await teamMembership(company, firstId, owner);
    await owner.client.organization.removeTeam({ teamId: firstId });
    await member.client.organization.createTeam({ name: "Mine", organizationId });
    await fixture.auth.idle();
    expect(typesOf(fixture).slice(before)).toEqual(["team-member.added", "team-member.removed"]);
    expect(fixture.events).toContainEqual(
      expect.objectContaining({ type: "team-member.removed", actorId: person.user.id }),
    );
  });
});

describe("hooks", () => {
  test("can change drafts or fail", async () => {
    const company = await openCompany({
      config: {
        errors,
        hooks: {
          "team.create": (draft) => ({ ...draft, name: draft.name.toUpperCase() }),
          "team.update": (change, ctx, { team }) => (team.name === "ACME" ? ctx.fail(errors.NOT_TODAY) : change),
          "team.remove": (team, ctx) => void (team.name === "KEPT" && ctx.fail(errors.NOT_TODAY)),
          "team-member.add": (draft, ctx, { team, actorId }) =>
            team.name === "CLOSED" && actorId ? ctx.fail(errors.NOT_TODAY) : draft,
          "team-member.remove": (teamMember, ctx, { team, actorId }) =>
            void (team.name === "ACME" && teamMember.userId === actorId && ctx.fail(errors.NOT_TODAY)),
        },
      },
    });
    const { fixture, owner, admin, member, organizationId, firstId } = company;
    const [keptId, closedId] = [await build(company, "Kept"), await build(company, "Closed")];
    expect((await teamsOf(fixture, organizationId)).map(({ name }) => name)).toEqual(["ACME", "KEPT", "CLOSED"]);

    const { updateTeam, removeTeam, addTeamMember, removeTeamMember } = owner.client.organization;
    const no = "409 NOT_TODAY";
    expect(errorOf(await updateTeam({ teamId: firstId, data: { name: "Other" } }))).toBe(no);
    expect(errorOf(await updateTeam({ teamId: keptId, data: { name: "KEPT" } }))).toBe(null);
    expect(errorOf(await removeTeam({ teamId: keptId }))).toBe(no);
    expect(errorOf(await addTeamMember({ teamId: closedId, userId: admin.user.id }))).toBe(no);
    expect(errorOf(await removeTeamMember({ teamId: firstId, userId: owner.user.id }))).toBe(no);

    const person = await signUpVerified(fixture, "dan@example.com");
    const invitationId = await inviteInto(company, "dan@example.com", closedId);
    expect(errorOf(await person.client.organization.acceptInvitation({ invitationId }))).toBe(no);
    await fixture.auth.api.organization.addUserToTeam({ teamId: closedId, userId: member.user.id });
    expect(await peopleIn(fixture, closedId)).toEqual([member.user.id]);
    expect(await peopleIn(fixture, firstId)).toEqual([owner.user.id]);
    expect(await teamsOf(fixture, organizationId)).toHaveLength(3);
  });

  test("of a team cannot prevent a member from leaving the organization", async () => {
    const company = await openCompany({
      config: {
        errors,
        hooks: { "team-member.remove": (_, ctx) => ctx.fail(errors.NEVER) },
      },
    });
    const { fixture, owner, member, organizationId, firstId } = company;
    await teamMembership(company, firstId, member);
    expect(errorOf(await member.client.organization.leave({ organizationId }))).toBe(null);
    expect(await peopleIn(fixture, firstId)).toEqual([owner.user.id]);
  });
});

test("columns of plugins are stored with a team and its members, shown, changed under `data`, and unique if declared so", async () => {
  const labels = definePlugin({
    id: "labels",
    extends: {
      team: { columns: { color: text().optional().unique().input(), plan: text().initially(() => "free") } },
      teamMember: { columns: { title: text().optional().input(), note: text().optional().secret() } },
    },
  });
  const { signUp } = createTestAuth({
    plugins: [organization(), teams(), labels] as const,
    clientPlugins: [organizationClient(), teamsClient()] as const,
  });
  const { browser, user } = await signUp("ann@example.com");
  const post = async (path: string, body: object) => (await browser.post(`/organization/${path}`, body)).json();
  await post("create", { name: "Acme", slug: "acme" });
  const created = await post("create-team", { name: "Sales", color: "red", plan: "gold" });
  expect(created).toMatchObject({ name: "Sales", color: "red", plan: "free" });
  const { id: teamId } = created;
  expect(await post("update-team", { teamId, data: { color: null } })).toMatchObject({ name: "Sales", color: null });
  expect(await post("update-team", { teamId, color: "blue", data: { name: "S" } })).toMatchObject({ color: null });
  expect(await post("update-team", { teamId, data: { color: "red" } })).toMatchObject({ color: "red" });
  const taken = { code: "VALIDATION_ERROR", issues: [{ path: "color", message: "Taken already" }] };
  expect(await post("create-team", { name: "Support", color: "red" })).toMatchObject(taken);
  const other = await post("create-team", { name: "Support", color: "blue" });
  expect(await post("update-team", { teamId: other.id, data: { color: "red" } })).toMatchObject(taken);
  const inTeam = await post("add-team-member", { teamId, userId: user.id, title: "Lead", note: "secret" });
  expect(inTeam).toMatchObject({ teamId, title: "Lead" });
  expect(inTeam).not.toHaveProperty("note");
  const listed = await browser.get(`/organization/list-team-members?teamId=${teamId}`);
  expect(await listed.json()).toMatchObject({ members: [{ title: "Lead", user: { name: "ann" } }] });
});
