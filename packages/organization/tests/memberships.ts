import type { Member } from "@keyhold/organization";
import { memberModel } from "@keyhold/organization/plugin";
import { type Company, join, type Person } from "./fixture.ts";

type Where = Pick<Company, "fixture" | "organizationId">;

/** Somebody's membership as it is stored; null when they are no member. */
export const memberOf = ({ fixture, organizationId }: Where, { user }: Pick<Person, "user">): Promise<Member | null> =>
  fixture.db.find(memberModel, { organizationId, userId: user.id });

export async function memberIdOf(where: Where, person: Pick<Person, "user">): Promise<string> {
  const member = await memberOf(where, person);
  if (!member) throw new Error(`${person.user.email} is no member.`);
  return member.id;
}

/** The roles of these people as they are stored, e.g. `["owner", null]`. */
export const storedRolesOf = (where: Where, ...people: readonly Pick<Person, "user">[]): Promise<(string | null)[]> =>
  Promise.all(people.map(async (person) => (await memberOf(where, person))?.role ?? null));

/** Somebody new with an account, who is a member at once. */
export async function colleague(where: Where, name: string, role: string): Promise<Person> {
  const person = await where.fixture.signUp(`${name}@example.com`, { name });
  await join(where.fixture, { organizationId: where.organizationId, userId: person.user.id, role });
  return person;
}

/** Everything that anybody can be seen to be in it: for "nothing has changed". */
export const all = ({ fixture, organizationId }: Where): Promise<readonly Member[]> =>
  fixture.db.list(memberModel, { organizationId }, { orderBy: "id", limit: 1000 });

/** What was refused, as the client tells it. */
export const refusal = ({ error }: { readonly error: { readonly status: number; readonly code?: string } | null }) =>
  error && { status: error.status, code: error.code };
