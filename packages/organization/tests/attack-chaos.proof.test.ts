import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { sessionModel, text, userModel, withColumns } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { invitationModel, memberModel, organizationModel, organizationRoleModel } from "@keyhold/organization/plugin";
import { teamMemberModel, teamModel, teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { createDice, type Dice } from "../../../tests/harness/mutate.ts";
import { openDatabase } from "../../../tests/harness/processes/open.js";
import { type Actor, posts } from "./attacking.ts";

/** Random concurrent calls by many users: the invariants of organizations hold after every mixture. */

const services = inject("services");
interface Person extends Actor {
  readonly user: { readonly id: string; readonly email: string };
  readonly password: string;
}

const callers = 16;
const asksEach = 40;
const all = { orderBy: "id", limit: 1000 } as const;

const placed = withColumns(memberModel, { teamId: text().optional() });
const working = withColumns(sessionModel, {
  activeOrganizationId: text().optional(),
  activeTeamId: text().optional(),
});
const leading = withColumns(invitationModel, { teamId: text().optional() });

describe.each(databaseTypes(services))("on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let fixture: ReturnType<typeof open>;
  let people: readonly Person[];

  const open = () =>
    createTestAuth({
      plugins: [
        organization({ membershipLimit: 5, invitationLimit: 4, roleLimit: 2, organizationLimit: 6 }),
        teams({ maximumTeams: 3, maximumMembersPerTeam: 3 }),
      ],
      config: { database: openedDatabase(), user: { deleteUser: { enabled: true, confirmByMail: false } } },
    });
  const openedDatabase = (): KyselyDatabase => {
    database = openDatabase(fresh);
    return database;
  };

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    fixture = open();
    await (await planMigration(database, fixture.auth.schema)).apply();
    const signedUp = [];
    for (let number = 0; number < 12; number += 1) {
      const person = await fixture.signUp(`p${number}@example.com`);
      await fixture.db.update(userModel, person.user.id, { emailVerified: true });
      signedUp.push(person);
    }
    people = signedUp;
    const [first, second, ...others] = people;
    for (const owner of [first, second]) {
      if (!owner) continue;
      const { id: organizationId } = (await posts(owner, "create", { name: "Acme", slug: owner.user.id.toLowerCase() }))
        .body;
      for (const [at, { user }] of others.slice(0, 3).entries()) {
        const role = at === 0 ? "owner" : "admin";
        await fixture.auth.api.organization.addMember({ userId: user.id, organizationId, role });
      }
    }
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await database.close();
    await fresh.drop();
  });

  const rows = async () => ({
    organizations: await fixture.db.list(organizationModel, {}, all),
    members: await fixture.db.list(placed, {}, all),
    invitations: await fixture.db.list(leading, {}, all),
    roles: await fixture.db.list(organizationRoleModel, {}, all),
    teams: await fixture.db.list(teamModel, {}, all),
    teamMemberships: await fixture.db.list(teamMemberModel, {}, all),
    sessions: await fixture.db.list(working, {}, all),
    users: await fixture.db.list(userModel, {}, all),
  });

  interface Ask {
    readonly by: Person;
    readonly path: string;
    readonly body: object;
  }

  /** A random call about a current or recently deleted row, mostly by a user with access to it. */
  async function something(dice: Dice): Promise<Ask> {
    const { organizations, ...others } = await rows();
    const one = <T extends { readonly id: string }>(list: readonly T[]): string =>
      list.length === 0 ? "none" : dice.pick(list).id;
    const organizationId = one(organizations);
    const isMeant = ({ organizationId: of }: { readonly organizationId: string }): boolean =>
      of === organizationId || dice.chance(0.1);
    const [members, teams, roles] = [
      others.members.filter(isMeant),
      others.teams.filter(isMeant),
      others.roles.filter(isMeant),
    ];
    const invitations = others.invitations.filter(({ status }) => status === "pending" || dice.chance(0.05));
    const invitation = invitations.length > 0 ? dice.pick(invitations) : null;
    const invitationId = invitation?.id ?? "none";
    const role = dice.pick(["owner", "owner", "admin", "member", "member,owner", ...roles.map(({ role }) => role)]);
    const slug = `acme-${dice.below(5)}`;
    const email = dice.pick(others.users).email;
    const [path, body]: readonly [string, object] = dice.pick([
      ["create", { name: "Acme", slug }],
      ["update", { organizationId, data: { name: "Other", slug } }],
      ["set-active", { organizationId }],
      ["set-active-team", { teamId: one(teams) }],
      ["invite-member", { organizationId, email, role, resend: dice.chance(0.5), teamId: one(teams) }],
      ["invite-member", { organizationId, email, role, resend: dice.chance(0.5) }],
      ["accept-invitation", { invitationId }],
      ["accept-invitation", { invitationId }],
      ["reject-invitation", { invitationId }],
      ["cancel-invitation", { invitationId }],
      ["update-member-role", { organizationId, memberId: one(members), role }],
      ["transfer-ownership", { organizationId, memberId: one(members) }],
      ["remove-member", { organizationId, memberIdOrEmail: one(members) }],
      ["leave", { organizationId }],
      ["create-role", { organizationId, role: `made-${dice.below(3)}`, permission: { member: ["update"] } }],
      ["update-role", { organizationId, roleId: one(roles), data: { roleName: `made-${dice.below(3)}` } }],
      ["delete-role", { organizationId, roleId: one(roles) }],
      ["create-team", { organizationId, name: "Team" }],
      ["remove-team", { teamId: one(teams) }],
      ["add-team-member", { teamId: one(teams), userId: dice.pick(others.users).id }],
      ["remove-team-member", { teamId: one(teams), userId: dice.pick(others.users).id }],
      ["delete", { organizationId: dice.chance(0.1) ? organizationId : "none" }],
    ] as const);
    const isReceiving = path.startsWith("accept-") || path.startsWith("reject-");
    const business = people.filter(({ user }) =>
      isReceiving ? user.email === invitation?.email : members.some(({ userId }) => userId === user.id),
    );
    return { by: dice.pick(business.length > 0 && dice.chance(0.9) ? business : people), path, body };
  }

  test("sixteen callers get no unexpected answer, and leave no invalid row behind", async () => {
    const answers = new Set<string>();
    const run = async (seed: number): Promise<void> => {
      const dice = createDice(seed);
      for (let asked = 0; asked < asksEach; asked += 1) {
        const { by, path, body } = await something(dice);
        // Some accounts always stay, so that calls have callers.
        const isEnd = people.indexOf(by) > 8 && dice.chance(0.1);
        const response = isEnd
          ? await by.browser.post("/delete-user", { password: by.password })
          : await by.browser.post(`/organization/${path}`, body);
        const { code = "" } = (await response.json()) ?? {};
        answers.add(`${isEnd ? "delete-user" : path} ${response.status} ${code}`);
      }
    };
    await Promise.all(Array.from({ length: callers }, (_, caller) => run(caller + 1)));
    const seen = [...answers];
    expect(seen.filter((answer) => / 5\d\d /.test(answer))).toEqual([]);
    expect(fixture.logged).toEqual([]);
    // Guards against a run with mostly failing calls, which would prove little.
    expect(seen.filter((answer) => answer.includes(" 200 ")).length).toBeGreaterThan(15);
    await expectWhole();
  }, 120_000);

  async function expectWhole(): Promise<void> {
    const { organizations, members, invitations, teams, teamMemberships, sessions, users, roles } = await rows();
    const ids = (list: readonly { readonly id: string }[]) => new Set(list.map(({ id }) => id));
    const [organizationIds, teamIds, userIds] = [ids(organizations), ids(teams), ids(users)];
    const teamsById = new Map(teams.map((team) => [team.id, team]));
    const isMember = (organizationId: string | undefined | null, userId: string): boolean =>
      members.some((member) => member.organizationId === organizationId && member.userId === userId);
    const isTeamMember = (teamId: string, userId: string): boolean =>
      teamMemberships.some((teamMembership) => teamMembership.teamId === teamId && teamMembership.userId === userId);
    const wrong: unknown[] = [];
    const check = (holds: boolean, what: string, row: object): void => void (holds || wrong.push([what, row]));

    for (const row of organizations) {
      const own = <T extends { readonly organizationId: string }>(list: readonly T[]): readonly T[] =>
        list.filter(({ organizationId }) => organizationId === row.id);
      const isOwned = own(members).some(({ role }) => role.split(",").includes("owner"));
      check(isOwned, "has an owner", row);
      check(own(members).length <= 5, "has no more members than its limit", row);
      check(own(teams).length >= 1 && own(teams).length <= 3, "has no more teams than its limit", row);
      check(own(roles).length <= 2, "has as many roles as it may", row);
      const open = own(invitations).filter(({ status }) => status === "pending");
      check(open.length <= 4, "has no more invitations than its limit", row);
      check(new Set(open.map(({ email }) => email)).size === open.length, "invites an address once", row);
      const known = new Set(["owner", "admin", "member", ...own(roles).map(({ role }) => role)]);
      for (const { role } of [...own(members), ...open])
        check(
          (role ?? "").split(",").every((name) => known.has(name)),
          "has the role",
          { role, known: [...known] },
        );
    }
    for (const row of members) {
      check(
        organizationIds.has(row.organizationId) && userIds.has(row.userId),
        "belongs to a user and an organization",
        row,
      );
      check(row.teamId === null || isTeamMember(row.teamId, row.userId), "is in its first team", row);
      check(row.teamId === null || teamsById.get(row.teamId)?.organizationId === row.organizationId, "own team", row);
    }
    for (const row of teamMemberships) {
      check(
        isMember(teamsById.get(row.teamId)?.organizationId, row.userId),
        "belongs to a member of the organization",
        row,
      );
      check(teamMemberships.filter(({ teamId }) => teamId === row.teamId).length <= 3, "is within the limit", row);
    }
    for (const row of invitations)
      check(
        organizationIds.has(row.organizationId) && userIds.has(row.inviterId),
        "belongs to a user and an organization",
        row,
      );
    for (const row of invitations)
      check(row.teamId === null || teamIds.has(row.teamId), "references an existing team", row);
    for (const row of sessions) {
      const { activeOrganizationId: active, activeTeamId, userId } = row;
      check(active === null || isMember(active, userId), "works where its person is a member", row);
      check(activeTeamId === null || teamsById.get(activeTeamId)?.organizationId === active, "works in its team", row);
      check(activeTeamId === null || isTeamMember(activeTeamId, userId), "works in a team of its person", row);
    }
    expect(wrong).toEqual([]);
  }
});
