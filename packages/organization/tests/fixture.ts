import { isConflict, userModel } from "@keyhold/core/plugin";
import { type Member, organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { createTestAuth, type TestAuth, type TestAuthOptions } from "@keyhold/testing";

type Server = readonly [ReturnType<typeof organization>];
type Client = readonly [ReturnType<typeof organizationClient>];
export type OrganizationAuth = TestAuth<Server, Client>;
export type Options = Parameters<typeof organization>[0];

/** An auth with organizations, in memory. */
export const openOrganizations = (
  options: Options = {},
  config: TestAuthOptions<Server, Client>["config"] = {},
): OrganizationAuth =>
  createTestAuth({
    plugins: [organization(options)] as const,
    clientPlugins: [organizationClient()] as const,
    config,
  });

/** A user with an account and a browser of their own. */
export type Person = Awaited<ReturnType<OrganizationAuth["signUp"]>>;

/** An organization with a user of each role. */
export interface Company {
  readonly fixture: OrganizationAuth;
  readonly organizationId: string;
  readonly owner: Person;
  readonly admin: Person;
  readonly member: Person;
  /** Owns another organization. */
  readonly outsider: Person;
  readonly foreignId: string;
}

/** Adds a user as a member directly, without hooks and limits. */
export async function join(
  { db, clock }: Pick<OrganizationAuth, "db" | "clock">,
  { organizationId, userId, role }: { readonly organizationId: string; readonly userId: string; readonly role: string },
): Promise<Member> {
  const member = await db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
    const row = { organizationId, userId, role, createdAt: clock.now() };
    const inserted = await tx.insert(memberModel, row, organization);
    if (isConflict(inserted)) throw new Error("The user is already a member.");
    return { ...inserted };
  });
  if (!member) throw new Error("The organization does not exist.");
  return member;
}

type Config = NonNullable<Parameters<typeof openOrganizations>[1]>;

let usual: Promise<Company> | null = null;

/** A separate organization for each caller: without options, a fork of an organization that is made once. */
export async function openCompany(options: Options = {}, config: Config = {}): Promise<Company> {
  if (Object.keys({ ...options, ...config }).length > 0) return makeCompany(options, config);
  usual ??= makeCompany({}, {});
  const { fixture, owner, admin, member, outsider, ...ids } = await usual;
  const fork = await fixture.fork();
  const [copyOfOwner, copyOfAdmin] = [fork.copyOf(owner), fork.copyOf(admin)];
  const [copyOfMember, copyOfOutsider] = [fork.copyOf(member), fork.copyOf(outsider)];
  return {
    ...ids,
    fixture: fork,
    owner: copyOfOwner,
    admin: copyOfAdmin,
    member: copyOfMember,
    outsider: copyOfOutsider,
  };
}

async function makeCompany(options: Options, config: Config): Promise<Company> {
  const fixture = openOrganizations(options, config);
  const owner = await fixture.signUp("owner@example.com");
  const admin = await fixture.signUp("admin@example.com");
  const member = await fixture.signUp("member@example.com");
  const outsider = await fixture.signUp("outsider@example.com");
  // Inviting requires a verified email address.
  for (const { user } of [owner, admin, member, outsider])
    await fixture.db.update(userModel, user.id, { emailVerified: true });
  const organizationId = await found(owner, "acme");
  await join(fixture, { organizationId, userId: admin.user.id, role: "admin" });
  await join(fixture, { organizationId, userId: member.user.id, role: "member" });
  return { fixture, organizationId, owner, admin, member, outsider, foreignId: await found(outsider, "other") };
}

/** Creates an organization as this user; returns the id. */
export async function found({ client }: Pick<Person, "client">, slug: string): Promise<string> {
  const { data, error } = await client.organization.create({ name: slug, slug });
  if (error) throw new Error(`The organization "${slug}" failed: ${error.code}`);
  return data.id;
}
