import { memory } from "@keyhold/adapter-memory";
import { isConflict, userModel } from "@keyhold/core/plugin";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { teamMemberModel, teamModel } from "@keyhold/organization/teams";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { type Company, openCompany } from "./fixture.ts";

/** Adds teams, and members who are also in the first team. */
async function fill({ fixture, organizationId, firstId }: Company, count: number): Promise<void> {
  const at = fixture.clock.now();
  await fixture.db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
    const first = await tx.lock(teamModel, firstId);
    for (let made = 0; made < count; made += 1) {
      await tx.insert(teamModel, { organizationId, name: `Team ${made}`, createdAt: at }, organization);
      const dates = { createdAt: at, updatedAt: at };
      const user = await tx.insert(userModel, { name: "One", email: `one${made}@example.com`, ...dates });
      if (isConflict(user) || !first) throw new Error("The email address is taken.");
      await tx.insert(memberModel, { organizationId, userId: user.id, role: "member", createdAt: at }, organization);
      await tx.insert(teamMemberModel, { teamId: firstId, userId: user.id, createdAt: at }, first);
    }
  });
}

/** The statements of each route, by name. */
async function statements(company: Company, database: CountedDatabase): Promise<Readonly<Record<string, string[]>>> {
  const { owner, admin, member, organizationId, firstId: teamId } = company;
  const { organization } = owner.client;
  const used: Record<string, string[]> = {};
  const note = async (name: string, ask: () => Promise<{ readonly error: unknown }>): Promise<void> => {
    database.reset();
    expect((await ask()).error).toBe(null);
    used[name] = database.calls.map(({ verb, model }) => `${verb} ${model}`);
  };
  const place = { teamId, userId: admin.user.id };
  await note("list-teams", () => organization.listTeams());
  await note("get-full-organization", () => organization.getFullOrganization());
  await note("list-team-members", () => organization.listTeamMembers({ teamId }));
  await note("list-user-teams", () => organization.listUserTeams());
  await note("create-team", () => organization.createTeam({ name: "New" }));
  await note("update-team", () => organization.updateTeam({ teamId, data: { name: "Renamed" } }));
  await note("add-team-member", () => organization.addTeamMember(place));
  await note("set-active-team", () => organization.setActiveTeam({ teamId }));
  await note("remove-team-member", () => organization.removeTeamMember(place));
  await note("leave", () => member.client.organization.leave({ organizationId }));
  await note("remove-team", () => admin.client.organization.removeTeam({ teamId }));
  return used;
}

describe("statements of team routes", () => {
  test("are as many in an organization of 300 teams and members as in one of a few", async () => {
    const measured = [];
    for (const count of [2, 300]) {
      const database = counted(memory());
      const company = await openCompany({
        config: { database },
        teams: { maximumMembersPerTeam: 1000 },
        organization: { membershipLimit: 1000 },
      });
      await fill(company, count);
      measured.push(await statements(company, database));
    }
    expect(measured[1]).toEqual(measured[0]);
    expect(measured[0]).toMatchObject({
      "list-teams": ["find session", "find member", "list team"],
      "list-user-teams": ["find session", "list teamMember"],
      "list-team-members": ["find session", "find team", "find member", "list teamMember"],
      "get-full-organization": ["find session", "find member", "list member", "list invitation", "list team"],
    });
  });
});
