import { createClock, memoryStorage } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { type Company, openCompany, type Person, teamMembership } from "./fixture.ts";

/** A company with a session cache in the secondary storage, and a member with an active team. */
async function open(): Promise<{ readonly company: Company; readonly shown: () => Promise<unknown> }> {
  const clock = createClock();
  const secondaryStorage = memoryStorage({ now: clock.now });
  const company = await openCompany({ config: { now: clock.now, secondaryStorage } });
  const { fixture, member, firstId } = company;
  const shown = () => activeTeamOf(member);
  await teamMembership(company, firstId, member);
  await member.client.organization.setActiveTeam({ teamId: firstId });
  // No session cache entry is written before, because the session has just changed.
  clock.forward({ minutes: 3 });
  expect(await shown()).toBe(firstId);
  await fixture.auth.idle();
  return { company, shown };
}

const activeTeamOf = async ({ client }: Person) => (await client.getSession()).data?.session.activeTeamId;

describe("a session cache entry in the secondary storage shows immediately", () => {
  test("that its team was removed", async () => {
    const { company, shown } = await open();
    const { owner, admin, firstId } = company;
    await owner.client.organization.createTeam({ name: "Second" });
    expect((await admin.client.organization.removeTeam({ teamId: firstId })).error).toBe(null);
    expect(await shown()).toBe(null);
  });

  test("that its user was removed from the team", async () => {
    const { company, shown } = await open();
    const { owner, member, firstId } = company;
    await owner.client.organization.removeTeamMember({ teamId: firstId, userId: member.user.id });
    expect(await shown()).toBe(null);
  });

  test("that its user was removed from the organization", async () => {
    const { company, shown } = await open();
    const { owner, member, organizationId } = company;
    await owner.client.organization.removeMember({ organizationId, memberIdOrEmail: member.user.email });
    expect(await shown()).toBe(null);
  });

  test("that the organization was deleted", async () => {
    const { company, shown } = await open();
    await company.owner.client.organization.delete({ organizationId: company.organizationId });
    expect(await shown()).toBe(null);
  });
});
