import { openPeerClient, type PeerClient } from "./client.ts";
import type { Side } from "./front.ts";
import type { Peer } from "./peer.ts";

/** A user of better-auth in a signed-in browser. */
export interface Person extends PeerClient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/** The rows of `populate`, written through better-auth's own routes. */
export interface Population {
  /** Verified, with the role "admin" and an account at Google; owns the organization. */
  readonly ada: Person;
  /** Verified; member of the organization and of its team. Signed in for as long as the browser is open. */
  readonly ben: Person;
  /** Not verified, in no organization. */
  readonly cyd: Person;
  /** Verified, and invited to the organization. */
  readonly dan: Person;
  readonly organizationId: string;
  readonly teamId: string;
  /** Of the pending invitation to Dan. */
  readonly invitationId: string;
}

export const passwordOf = (name: string): string => `a password of ${name}`;

/** Users, sessions, an organization with members, a team and an invitation, in rows written by better-auth 1.2.12. */
export async function populate(peer: Peer): Promise<Population> {
  const ada = await signUp(peer, "Ada");
  const ben = await signUp(peer, "Ben");
  const cyd = await signUp(peer, "Cyd");
  const dan = await signUp(peer, "Dan");
  for (const person of [ada, ben, dan]) await verify(peer, person);
  take(await ben.client.signIn.email({ ...ben, rememberMe: false }));

  const { internalAdapter } = await peer.auth.$context;
  await internalAdapter.updateUser(ada.id, { role: "admin" });
  await internalAdapter.linkAccount({
    userId: ada.id,
    providerId: "google",
    accountId: "google-of-ada",
    accessToken: "access-of-ada",
    scope: "openid,email",
  });

  const { id: organizationId } = take(await ada.client.organization.create({ name: "Acme", slug: "acme" }));
  const { id: teamId } = take(await ada.client.organization.createTeam({ name: "Design", organizationId }));
  const invited = { organizationId, role: "member" } as const;
  const toBen = take(await ada.client.organization.inviteMember({ ...invited, email: ben.email, teamId }));
  take(await ben.client.organization.acceptInvitation({ invitationId: toBen.id }));
  const toDan = take(await ada.client.organization.inviteMember({ ...invited, email: dan.email }));
  return { ada, ben, cyd, dan, organizationId, teamId, invitationId: toDan.id };
}

/** Signs a user up, in a new browser with requests to one side. */
export async function signUp({ url }: Pick<Peer, "url">, name: string, side: Side = "peer"): Promise<Person> {
  const browser = openPeerClient(url);
  browser.toggle(side);
  const email = `${name.toLowerCase()}@example.com`;
  const person = { name, email, username: name.toLowerCase(), password: passwordOf(name) };
  const { user } = take(await browser.client.signUp.email(person));
  return { ...browser, ...person, id: user.id };
}

/** Follows the link of better-auth's email. */
async function verify(peer: Peer, { client, email, fetch }: Person): Promise<void> {
  take(await client.sendVerificationEmail({ email }));
  const message = peer.emails.findLast(({ to, kind }) => to === email && kind === "verify-email");
  if (!message) throw new Error(`No email for ${email} was sent.`);
  await fetch(message.url);
}

/** The data of an answer; throws an error answer. */
export function take<T>({ data, error }: { readonly data: T | null; readonly error: unknown }): T {
  if (error || data === null) throw new Error(`better-auth's client got an error: ${JSON.stringify(error)}`);
  return data;
}
