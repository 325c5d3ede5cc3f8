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

/** An organization with the owner in the first team, and a user of each other role, in no team. */
export interface Company {
  readonly fixture: TeamsAuth;
  readonly organizationId: string;
  /** The default team of the organization. */
  readonly firstId: string;
  readonly owner: Person;
  readonly admin: Person;
  readonly member: Person;
  /** The owner of another organization with a team. */
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
  // Inviting requires a verified email address.
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
  // Later rows get a later date.
  fixture.clock.forward({ seconds: 1 });
  return { fixture, organizationId, firstId, owner, admin, member, outsider, foreignId, foreignTeamId };
}

/** Creates an organization as this user; returns the id. */
export async function found({ client }: Pick<Person, "client">, slug: string): Promise<string> {
  const { data, error } = await client.organization.create({ name: slug, slug });
  if (error) throw new Error(`The organization "${slug}" failed: ${error.code}`);
  return data.id;
}

type Db = Pick<TeamsAuth, "db">;

/** The teams of an organization as stored, the oldest first. */
export const teamsOf = ({ db }: Db, organizationId: string): Promise<readonly Team[]> =>
  db.list(teamModel, { organizationId }, { orderBy: "createdAt", limit: 100 });

/** The user ids in a team. */
export async function peopleIn({ db }: Db, teamId: string): Promise<readonly string[]> {
  const rows: readonly TeamMember[] = await db.list(teamMemberModel, { teamId }, { orderBy: "createdAt", limit: 100 });
  return rows.map(({ userId }) => userId);
}

const placedModel = withColumns(memberModel, { teamId: text().optional() });
const workingModel = withColumns(sessionModel, {
  activeOrganizationId: text().optional(),
  activeTeamId: text().optional(),
});

/** The team stored on a member; undefined if they are not a member. */
export const placeOf = async ({ db }: Db, organizationId: string, { user }: Pick<Person, "user">) =>
  (await db.find(placedModel, { organizationId, userId: user.id }))?.teamId;

/** The active organization and team of a user's sessions, as stored. */
export const workOf = async ({ db }: Db, { user }: Pick<Person, "user">) =>
  (await db.list(workingModel, { userId: user.id }, { orderBy: "createdAt", limit: 100 })).map(
    ({ activeOrganizationId, activeTeamId }) => ({ activeOrganizationId, activeTeamId }),
  );

/** Creates a team of the company; returns the id. */
export async function build({ fixture, owner, organizationId }: Company, name: string): Promise<string> {
  fixture.clock.forward({ seconds: 1 });
  const { data, error } = await owner.client.organization.createTeam({ name, organizationId });
  if (error) throw new Error(`The team "${name}" failed: ${error.code}`);
  return data.id;
}

/** Adds a user to a team of the company. */
export async function teamMembership(
  { fixture, owner }: Company,
  teamId: string,
  { user }: Pick<Person, "user">,
): Promise<TeamMember> {
  fixture.clock.forward({ seconds: 1 });
  const { data, error } = await owner.client.organization.addTeamMember({ teamId, userId: user.id });
  if (error) throw new Error(`${user.email} could not be added to the team: ${error.code}`);
  return data;
}

/** A user with a verified email address. */
export async function signUpVerified(fixture: TeamsAuth, email: string): Promise<Person> {
  const person = await fixture.signUp(email);
  await fixture.db.update(userModel, person.user.id, { emailVerified: true });
  return person;
}

/** Creates an invitation into a team of the company; returns the id. */
export async function inviteInto({ owner, organizationId }: Company, email: string, teamId: string): Promise<string> {
  const invitation = { email, role: "member", organizationId, teamId };
  const { data, error } = await owner.client.organization.inviteMember(invitation);
  if (error) throw new Error(`The invitation failed: ${error.code}`);
  return data.id;
}

/** The error of a failed call, as the client returns it; null on success. */
export const errorOf = ({ error }: { readonly error: { readonly status: number; readonly code?: string } | null }) =>
  error && `${error.status} ${error.code}`;
