import type { AuthConfig } from "@keyhold/core";
import { type AnyPlugin, userModel } from "@keyhold/core/plugin";
import { createTestAuth, type SignedUp, type TestAuth } from "@keyhold/testing";
import { join } from "./fixture.ts";

/** The callers: by their role in the organization, as a user of another organization, or without a session. */
export const actors = ["owner", "both", "admin", "support", "member", "outsider", "nobody"] as const;
export type Actor = (typeof actors)[number];

type Person = SignedUp<readonly AnyPlugin[], readonly []>;
type Fixture = TestAuth<readonly AnyPlugin[], readonly []>;

/** The user that a call is about. */
interface Subject {
  readonly user: { readonly id: string };
  readonly memberId: string;
}

/** An organization with a row of every kind. */
export interface Place {
  readonly organizationId: string;
  readonly invitationId: string;
  readonly teamId: string;
  /** A member with the plain role, in no team. */
  readonly colleague: Subject;
  /** Another member, in the team. */
  readonly teammate: Subject;
}

/** Two organizations, and a user of each role in the first; `outsider` owns the other. */
export interface Scene extends Place {
  readonly fixture: Fixture;
  readonly people: Readonly<Record<Exclude<Actor, "nobody">, Person>>;
  readonly foreign: Place;
}

const roleOf = { both: "owner,admin", admin: "admin", support: "support", member: "member" } as const;

export async function openMatrix(
  plugins: readonly AnyPlugin[],
  config: Partial<Omit<AuthConfig, "plugins">> = {},
): Promise<Scene> {
  const fixture: Fixture = createTestAuth({ plugins, config });
  const owner = await signUp(fixture, "owner");
  const outsider = await signUp(fixture, "outsider");
  const home = await furnish(fixture, owner, "home");
  const foreign = await furnish(fixture, outsider, "foreign");
  const people: Record<string, Person> = { owner, outsider };
  for (const [actor, role] of Object.entries(roleOf)) {
    const person = await signUp(fixture, actor);
    await join(fixture, { organizationId: home.organizationId, userId: person.user.id, role });
    await well(person, "set-active", { organizationId: home.organizationId });
    people[actor] = person;
  }
  return { fixture, people: people as Scene["people"], ...home, foreign };
}

/** A fork with the organizations and users, for a single case. */
export async function forkMatrix(scene: Scene): Promise<Scene> {
  const fixture = await scene.fixture.fork();
  const { owner, both, admin, support, member, outsider } = scene.people;
  const people = {
    owner: fixture.copyOf(owner),
    both: fixture.copyOf(both),
    admin: fixture.copyOf(admin),
    support: fixture.copyOf(support),
    member: fixture.copyOf(member),
    outsider: fixture.copyOf(outsider),
  };
  return { ...scene, fixture, people };
}

/** A user with a verified email address. */
export async function signUp(fixture: Fixture, name: string): Promise<Person> {
  const person = await fixture.signUp(`${name}@example.com`);
  await fixture.db.update(userModel, person.user.id, { emailVerified: true });
  return person;
}

async function furnish(fixture: Fixture, owner: Person, slug: string): Promise<Place> {
  const { id: organizationId } = await well(owner, "create", { name: slug, slug });
  const invitation = { organizationId, email: `invited.${slug}@example.com`, role: "member" };
  const { id: invitationId } = await well(owner, "invite-member", invitation);
  const { id: teamId } = await well(owner, "create-team", { organizationId, name: "Second" });
  await well(owner, "create-role", { organizationId, role: "made", permission: { invitation: ["create"] } });
  const colleague = await subject(fixture, organizationId, `colleague.${slug}`);
  const teammate = await subject(fixture, organizationId, `teammate.${slug}`);
  await well(owner, "add-team-member", { teamId, userId: teammate.user.id });
  return { organizationId, invitationId, teamId, colleague, teammate };
}

async function subject(fixture: Fixture, organizationId: string, name: string): Promise<Subject> {
  const { user } = await signUp(fixture, name);
  const { id: memberId } = await join(fixture, { organizationId, userId: user.id, role: "member" });
  return { user, memberId };
}

/** Sends a request; throws on failure. */
async function well({ browser }: Person, path: string, body: object): Promise<{ readonly id: string }> {
  const response = await browser.post(`/organization/${path}`, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} got ${response.status}: ${text}`);
  return JSON.parse(text);
}

interface Asked {
  readonly route: `${"GET" | "POST"} /organization/${string}`;
  readonly input: object;
}

/** 200, or the status and the code of an error. */
export async function answerOf(
  { fixture, people }: Scene,
  actor: Actor,
  { route, input }: Asked,
): Promise<200 | `${number} ${string}`> {
  const { browser } = actor === "nobody" ? fixture.visit() : people[actor];
  const [method, path = ""] = route.split(" ");
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const response = method === "GET" ? await browser.get(`${path}?${query}`) : await browser.post(path, input);
  if (response.status === 200) return 200;
  return `${response.status} ${(await response.json()).code}`;
}
