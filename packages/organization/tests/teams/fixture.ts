import { sessionModel, text, userModel, withColumns } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { memberModel } from "@keyhold/organization/plugin";
import { type Team, type TeamMember, teamMemberModel, teamModel, teams } from "@keyhold/organization/teams";
import { createTestAuth, type TestAuth, type TestAuthOptions } from "@keyhold/testing";
import { join } from "../fixture.ts";

type Server = readonly [ReturnType<typeof organization>, ReturnType<typeof teams>];
type Client = readonly [ReturnType<typeof organizationClient>, ReturnType<typeof teamsClient>];
export type TeamsAuth = TestAuth<Server, Client>;
export type Person = Awaited<ReturnType<TeamsAuth["signUp"]>>;

export interface Options {
  readonly teams?: Parameters<typeof teams>[0];
  readonly organization?: Parameters<typeof organization>[0];
  readonly config?: TestAuthOptions<Server, Client>["config"];
}

/** An auth with organizations and teams, in memory. */
export const openTeams = ({ teams: options, organization: organizations, config = {} }: Options = {}): TeamsAuth =>
  createTestAuth({
    plugins: [organization(organizations), teams(options)] as const,
    clientPlugins: [organizationClient(), teamsClient()] as const,
    config,
  });

/** An organization whose owner is in its first team, and one person of each other kind, in none. */
export interface Company {
  readonly fixture: TeamsAuth;
  readonly organizationId: string;
  /** The team that the organization began with. */
  readonly firstId: string;
  readonly owner: Person;
  readonly admin: Person;
  readonly member: Person;
  /** Owns another organization, with a team of its own. */
  readonly outsider: Person;
  readonly foreignId: string;
  readonly foreignTeamId: string;
}

export async function openCompany(options: Options = {}): Promise<Company> {
  const fixture = openTeams(options);
  const [owner, admin, member, outsider] = [
    await fixture.signUp("owner@example.com"),
    await fixture.signUp("admin@example.com"),
    await fixture.signUp("member@example.com"),
    await fixture.signUp("outsider@example.com"),
  ];
  // Who invites needs a verified address.
  for (const { user } of [owner, admin, member, outsider])
    await fixture.db.update(userModel, user.id, { emailVerified: true });
  const organizationId = await found(owner, "acme");
  await join(fixture, { organizationId, userId: admin.user.id, role: "admin" });
  await join(fixture, { organizationId, userId: member.user.id, role: "member" });
  const foreignId = await found(outsider, "other");
  const [firstId = "", foreignTeamId = ""] = [
    (await teamsOf(fixture, organizationId))[0]?.id,
    (await teamsOf(fixture, foreignId))[0]?.id,
  ];
  // What is made from now on is younger.
  fixture.clock.forward({ seconds: 1 });
  return { fixture, organizationId, firstId, owner, admin, member, outsider, foreignId, foreignTeamId };
}

/** Somebody's new organization; its id. */
export async function found({ client }: Pick<Person, "client">, slug: string): Promise<string> {
  const { data, error } = await client.organization.create({ name: slug, slug });
  if (error) throw new Error(`The organization "${slug}" was refused: ${error.code}`);
  return data.id;
}

type Db = Pick<TeamsAuth, "db">;

/** The teams of an organization as they are stored, the oldest first. */
export const teamsOf = ({ db }: Db, organizationId: string): Promise<readonly Team[]> =>
  db.list(teamModel, { organizationId }, { orderBy: "createdAt", limit: 100 });

/** Who is in a team. */
export async function peopleIn({ db }: Db, teamId: string): Promise<readonly string[]> {
  const rows: readonly TeamMember[] = await db.list(teamMemberModel, { teamId }, { orderBy: "createdAt", limit: 100 });
  return rows.map(({ userId }) => userId);
}

const placedModel = withColumns(memberModel, { teamId: text().optional() });
const workingModel = withColumns(sessionModel, {
  activeOrganizationId: text().optional(),
  activeTeamId: text().optional(),
});

/** The team that is stored with a member; undefined: they are none. */
export const placeOf = async ({ db }: Db, organizationId: string, { user }: Pick<Person, "user">) =>
  (await db.find(placedModel, { organizationId, userId: user.id }))?.teamId;

/** Where the sessions of somebody work, as it is stored. */
export const workOf = async ({ db }: Db, { user }: Pick<Person, "user">) =>
  (await db.list(workingModel, { userId: user.id }, { orderBy: "createdAt", limit: 100 })).map(
    ({ activeOrganizationId, activeTeamId }) => ({ activeOrganizationId, activeTeamId }),
  );

/** A new team of the company; its id. */
export async function build({ fixture, owner, organizationId }: Company, name: string): Promise<string> {
  fixture.clock.forward({ seconds: 1 });
  const { data, error } = await owner.client.organization.createTeam({ name, organizationId });
  if (error) throw new Error(`The team "${name}" was refused: ${error.code}`);
  return data.id;
}

/** Puts somebody into a team of the company. */
export async function teamMembership(
  { fixture, owner }: Company,
  teamId: string,
  { user }: Pick<Person, "user">,
): Promise<TeamMember> {
  fixture.clock.forward({ seconds: 1 });
  const { data, error } = await owner.client.organization.addTeamMember({ teamId, userId: user.id });
  if (error) throw new Error(`${user.email} was not let into the team: ${error.code}`);
  return data;
}

/** Somebody whose address is proven. */
export async function signUpVerified(fixture: TeamsAuth, email: string): Promise<Person> {
  const person = await fixture.signUp(email);
  await fixture.db.update(userModel, person.user.id, { emailVerified: true });
  return person;
}

/** An invitation of the company into a team; its id. */
export async function inviteInto({ owner, organizationId }: Company, email: string, teamId: string): Promise<string> {
  const invitation = { email, role: "member", organizationId, teamId };
  const { data, error } = await owner.client.organization.inviteMember(invitation);
  if (error) throw new Error(`The invitation was refused: ${error.code}`);
  return data.id;
}

/** What was refused, as the client tells it; null: nothing was. */
export const refusal = ({ error }: { readonly error: { readonly status: number; readonly code?: string } | null }) =>
  error && `${error.status} ${error.code}`;
