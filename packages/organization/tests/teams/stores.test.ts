import { afterEach, describe, expect, test } from "vitest";
import { openCompany, teamMembership } from "./fixture.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe("the client's stores", () => {
  test("show the current teams of the active organization after each call", async () => {
    const { owner, admin } = await openCompany();
    const { organization, activeOrganization } = owner.client;
    const names = () => activeOrganization.get().data?.teams?.map(({ name }) => name);
    const placeOfAdmin = () =>
      activeOrganization.get().data?.members.find(({ userId }) => userId === admin.user.id)?.teamId;
    stops.push(activeOrganization.subscribe(() => undefined));
    await expect.poll(() => names()).toEqual(["acme"]);
    const { data } = await organization.createTeam({ name: "Sales" });
    const teamId = data?.id ?? "";
    await expect.poll(() => names()).toEqual(["acme", "Sales"]);
    await organization.updateTeam({ teamId, data: { name: "Support" } });
    await expect.poll(() => names()).toEqual(["acme", "Support"]);
    await organization.addTeamMember({ teamId, userId: admin.user.id });
    await expect.poll(() => placeOfAdmin()).toBe(teamId);
    await organization.removeTeamMember({ teamId, userId: admin.user.id });
    await expect.poll(() => placeOfAdmin()).toBe(null);
    await organization.removeTeam({ teamId });
    await expect.poll(() => names()).toEqual(["acme"]);
  });

  test("show the active team of the session, and its removal after its user left it", async () => {
    const company = await openCompany();
    const { owner, firstId } = company;
    const { organization, session } = owner.client;
    const active = () => session.get().data?.session.activeTeamId;
    stops.push(session.subscribe(() => undefined));
    await expect.poll(() => active()).toBe(null);
    await organization.setActiveTeam({ teamId: firstId });
    await expect.poll(() => active()).toBe(firstId);
    await organization.removeTeamMember({ teamId: firstId, userId: owner.user.id });
    await expect.poll(() => active()).toBe(null);
    await teamMembership(company, firstId, owner);
    await organization.setActiveTeam({ teamId: firstId });
    await expect.poll(() => active()).toBe(firstId);
  });
});
