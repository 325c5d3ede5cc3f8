import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { invitationModel, memberModel } from "@keyhold/organization/plugin";
import { teamMemberModel } from "@keyhold/organization/teams";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { join } from "../fixture.ts";
import {
  openTeams,
  type Person,
  peopleIn,
  placeOf,
  signUpVerified,
  type TeamsAuth,
  teamsOf,
  workOf,
} from "./fixture.ts";

const services = inject("services");
const callers = 16;
const rounds = 5;
const limit = 4;

interface Answer {
  readonly status: number;
  readonly code?: string;
}

describe.each(databaseTypes(services))("sixteen callers at once on %s:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let fixture: TeamsAuth;
  let people: readonly Person[];
  let made = 0;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    const user = { deleteUser: { enabled: true, confirmByMail: false } };
    fixture = openTeams({ config: { database, user }, teams: { maximumTeams: limit, maximumMembersPerTeam: limit } });
    await (await planMigration(database, fixture.auth.schema)).apply();
    people = await Promise.all(
      Array.from({ length: callers + 1 }, (_, number) => signUpVerified(fixture, `person${number}@example.com`)),
    );
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  const person = (number: number): Person => people[number] ?? expect.unreachable("There are not enough users.");
  const post = ({ browser }: Person, path: string, body: object) => browser.post(`/organization/${path}`, body);

  async function well(by: Person, path: string, body: object): Promise<{ readonly id: string }> {
    const response = await post(by, path, body);
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path} got ${response.status} ${answer.code}`);
    return answer;
  }

  /** A new organization of the first user, with the second as an admin; and the first team. */
  async function open(): Promise<{ readonly organizationId: string; readonly firstId: string }> {
    made += 1;
    const { id: organizationId } = await well(person(0), "create", { name: "Company", slug: `company-${made}` });
    await join(fixture, { organizationId, userId: person(1).user.id, role: "admin" });
    const [first] = await teamsOf(fixture, organizationId);
    return { organizationId, firstId: first?.id ?? "" };
  }

  /** All calls at once; a 5xx fails the test. */
  async function race(ask: (caller: number) => Promise<Response>): Promise<readonly Answer[]> {
    const answers = await Promise.all(
      Array.from({ length: callers }, async (_, caller): Promise<Answer> => {
        const response = await ask(caller);
        const body = await response.json();
        return response.ok ? { status: response.status } : { status: response.status, code: body?.code };
      }),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    return answers;
  }
  const wins = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;
  const codes = (answers: readonly Answer[]): (string | undefined)[] => [
    ...new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code)),
  ];

  test("an organization never has more teams than its limit", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId } = await open();
      const answers = await race((caller) =>
        post(person(caller % 2), "create-team", { organizationId, name: `Team ${caller}` }),
      );
      expect(wins(answers)).toBe(limit - 1);
      expect(codes(answers)).toEqual(["YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS"]);
      expect(await teamsOf(fixture, organizationId)).toHaveLength(limit);
    }
  });

  test("of the last two teams one stays", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, firstId } = await open();
      const { id: secondId } = await well(person(0), "create-team", { organizationId, name: "Second" });
      const teamIds = [firstId, secondId];
      const answers = await race((caller) => post(person(1), "remove-team", { teamId: teamIds[caller % 2] }));
      expect(wins(answers)).toBe(1);
      for (const code of codes(answers)) expect(["UNABLE_TO_REMOVE_LAST_TEAM", "TEAM_NOT_FOUND"]).toContain(code);
      expect(await teamsOf(fixture, organizationId)).toHaveLength(1);
    }
  });

  test("a team never has more members than its limit", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, firstId: teamId } = await open();
      for (const { user } of people.slice(2)) await join(fixture, { organizationId, userId: user.id, role: "member" });
      const answers = await race((caller) =>
        post(person(caller % 2), "add-team-member", { teamId, userId: person(caller + 1).user.id }),
      );
      expect(wins(answers)).toBe(limit - 1);
      expect(codes(answers)).toEqual(["TEAM_MEMBER_LIMIT_REACHED"]);
      expect(await peopleIn(fixture, teamId)).toHaveLength(limit);
    }
  });

  test("a user is in a team once, however often they are added", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, firstId: teamId } = await open();
      const userId = person(1).user.id;
      const answers = await race((caller) => post(person(caller % 2), "add-team-member", { teamId, userId }));
      expect(wins(answers)).toBe(callers);
      expect(await fixture.db.count(teamMemberModel, { teamId, userId })).toBe(1);
      expect(await placeOf(fixture, organizationId, person(1))).toBe(teamId);
    }
  });

  test("invitations into one team add as many members as its limit allows, and the others stay pending", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, firstId: teamId } = await open();
      const invitationIds: string[] = [];
      for (const { user } of people.slice(2)) {
        const invitation = { organizationId, teamId, email: user.email, role: "member" };
        invitationIds.push((await well(person(0), "invite-member", invitation)).id);
      }
      const answers = await race((caller) => {
        const invitee = caller % invitationIds.length;
        return post(person(invitee + 2), "accept-invitation", { invitationId: invitationIds[invitee] });
      });
      expect(wins(answers)).toBe(limit - 1);
      expect(await peopleIn(fixture, teamId)).toHaveLength(limit);
      expect(await fixture.db.count(memberModel, { organizationId })).toBe(2 + limit - 1);
      const waiting = { organizationId, status: "pending" } as const;
      expect(await fixture.db.count(invitationModel, waiting)).toBe(invitationIds.length - (limit - 1));
    }
  });

  // I52
  test("no user joins, is added to, invited into or activates a team removed meanwhile", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId } = await open();
      const { id: teamId } = await well(person(0), "create-team", { organizationId, name: "Second" });
      const [invitee, colleague, guest] = [person(2), person(3), `guest${made}@example.com`];
      await join(fixture, { organizationId, userId: colleague.user.id, role: "member" });
      const invitation = { organizationId, teamId, email: invitee.user.email, role: "member" };
      const { id: invitationId } = await well(person(0), "invite-member", invitation);
      const asks = [
        () => post(person(1), "remove-team", { teamId, organizationId }),
        () => post(invitee, "accept-invitation", { invitationId }),
        () => post(person(0), "add-team-member", { teamId, userId: colleague.user.id }),
        () => post(colleague, "set-active-team", { teamId }),
        () => post(person(0), "invite-member", { organizationId, teamId, email: guest, role: "member" }),
        () => post(person(0), "update-team", { teamId, data: { name: `Round ${round}` } }),
      ];
      const answers = await race((caller) => (asks[(caller + round) % asks.length] as () => Promise<Response>)());
      expect(wins(answers.filter((_, caller) => (caller + round) % asks.length === 0))).toBe(1);
      expect(wins(answers.filter((_, caller) => (caller + round) % asks.length === 1))).toBe(1);

      expect(await teamsOf(fixture, organizationId)).toHaveLength(1);
      expect(await fixture.db.count(teamMemberModel, { teamId })).toBe(0);
      for (const one of [invitee, colleague]) expect(await placeOf(fixture, organizationId, one)).toBe(null);
      expect((await workOf(fixture, colleague)).map(({ activeTeamId }) => activeTeamId)).not.toContain(teamId);
      const invitations = await fixture.db.list(invitationModel, { organizationId }, { orderBy: "id", limit: 10 });
      expect(invitations.filter((one) => "teamId" in one && one.teamId !== null)).toEqual([]);
    }
  });

  test("a member who leaves the organization is in no team of it, despite concurrent additions", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, firstId } = await open();
      const { id: secondId } = await well(person(0), "create-team", { organizationId, name: "Second" });
      const leaver = person(2);
      await join(fixture, { organizationId, userId: leaver.user.id, role: "member" });
      const asks = [
        () => post(leaver, "leave", { organizationId }),
        () => post(person(0), "add-team-member", { teamId: firstId, userId: leaver.user.id }),
        () => post(person(1), "add-team-member", { teamId: secondId, userId: leaver.user.id }),
        () => post(leaver, "set-active-team", { teamId: firstId }),
      ];
      const answers = await race((caller) => (asks[(caller + round) % asks.length] as () => Promise<Response>)());
      expect(wins(answers.filter((_, caller) => (caller + round) % asks.length === 0))).toBe(1);
      for (const teamId of [firstId, secondId]) expect(await peopleIn(fixture, teamId)).not.toContain(leaver.user.id);
      for (const { activeOrganizationId, activeTeamId } of await workOf(fixture, leaver)) {
        expect(activeOrganizationId).not.toBe(organizationId);
        expect([firstId, secondId]).not.toContain(activeTeamId);
      }
    }
  });

  test("a user who deletes their account is in no team, despite concurrent additions", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, firstId: teamId } = await open();
      const { browser, user, password } = await fixture.signUp(`leaving${made}@example.com`);
      await join(fixture, { organizationId, userId: user.id, role: "member" });
      const asks = [
        () => browser.post("/delete-user", { password }),
        () => post(person(0), "add-team-member", { teamId, userId: user.id }),
        () => post(person(1), "remove-team-member", { teamId, userId: user.id }),
        () => browser.post("/organization/set-active-team", { teamId }),
      ];
      const answers = await race((caller) => (asks[(caller + round) % asks.length] as () => Promise<Response>)());
      expect(wins(answers.filter((_, caller) => (caller + round) % asks.length === 0))).toBe(1);
      expect(await fixture.db.count(teamMemberModel, { userId: user.id })).toBe(0);
      expect(await fixture.db.count(memberModel, { userId: user.id })).toBe(0);
    }
  });

  test("the active team of a session always belongs to its active organization", async () => {
    const [one, other] = [await open(), await open()];
    const organizationOf = new Map([
      [one.firstId, one.organizationId],
      [other.firstId, other.organizationId],
    ]);
    const mine = person(0);
    for (let round = 0; round < rounds; round += 1) {
      const asks = [one, other].flatMap(({ organizationId, firstId: teamId }) => [
        () => post(mine, "set-active-team", { teamId }),
        () => post(mine, "set-active", { organizationId }),
      ]);
      const answers = await race((caller) => (asks[(caller + round) % asks.length] as () => Promise<Response>)());
      expect(wins(answers)).toBe(callers);
      for (const { activeOrganizationId, activeTeamId } of await workOf(fixture, mine))
        if (activeTeamId !== null) expect(organizationOf.get(activeTeamId)).toBe(activeOrganizationId);
    }
  });
});
