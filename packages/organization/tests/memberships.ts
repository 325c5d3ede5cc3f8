import type { Member } from "@keyhold/organization";
import { memberModel } from "@keyhold/organization/plugin";
import { type Company, join, type Person } from "./fixture.ts";

type Where = Pick<Company, "fixture" | "organizationId">;

/** A user's membership as stored; null if they are not a member. */
export const memberOf = ({ fixture, organizationId }: Where, { user }: Pick<Person, "user">): Promise<Member | null> =>
  fixture.db.find(memberModel, { organizationId, userId: user.id });

export async function memberIdOf(where: Where, person: Pick<Person, "user">): Promise<string> {
  const member = await memberOf(where, person);
  if (!member) throw new Error(`${person.user.email} is not a member.`);
  return member.id;
}

/** The roles of these users as stored, e.g. `["owner", null]`. */
export const storedRolesOf = (where: Where, ...people: readonly Pick<Person, "user">[]): Promise<(string | null)[]> =>
  Promise.all(people.map(async (person) => (await memberOf(where, person))?.role ?? null));

/** A new user, added as a member directly. */
export async function colleague(where: Where, name: string, role: string): Promise<Person> {
  const person = await where.fixture.signUp(`${name}@example.com`, { name });
  await join(where.fixture, { organizationId: where.organizationId, userId: person.user.id, role });
  return person;
}

/** All visible data of the members, to assert that a call changed no row. */
export const all = ({ fixture, organizationId }: Where): Promise<readonly Member[]> =>
  fixture.db.list(memberModel, { organizationId }, { orderBy: "id", limit: 1000 });

/** The error of a failed call, as the client returns it. */
export const errorOf = ({ error }: { readonly error: { readonly status: number; readonly code?: string } | null }) =>
  error && { status: error.status, code: error.code };
