import { userModel } from "@keyhold/core/plugin";
import type { Delivered } from "@keyhold/core/types";
import type { Invitation, InvitationEmail } from "@keyhold/organization";
import { invitationModel, memberModel } from "@keyhold/organization/plugin";
import { linkIn } from "@keyhold/testing";
import type { Company, OrganizationAuth, Person } from "./fixture.ts";

type Fixture = Pick<OrganizationAuth, "db" | "signUp" | "mailbox">;

/** The inviter, and the organization. */
export interface Inviting {
  readonly owner: Pick<Person, "client">;
  readonly organizationId: string;
}

export interface Asked {
  readonly email?: string;
  readonly role?: string | string[];
  readonly resend?: boolean;
  readonly by?: Pick<Person, "client">;
}

/** Requests an invitation to the company: for dan@example.com as a member, by the owner. */
export const ask = (
  { owner, organizationId }: Inviting,
  { by = owner, email = "dan@example.com", role = "member", ...more }: Asked = {},
) => by.client.organization.inviteMember({ email, role, organizationId, ...more });

/** As `ask`, but throws if the request fails. */
export async function invite(company: Inviting, asked: Asked = {}): Promise<Invitation> {
  const { data, error } = await ask(company, asked);
  if (error) throw new Error(`The invitation failed: ${error.code}`);
  return data;
}

/** The next invitation email to an address, and the token in the link. */
export async function nextEmail(
  { mailbox }: Pick<Fixture, "mailbox">,
  email = "dan@example.com",
): Promise<{ readonly message: Delivered<InvitationEmail>; readonly token: string }> {
  const message = await mailbox.waitFor(email, { kind: "organization.invitation" });
  const token = linkIn(message).searchParams.get("token");
  if (token === null) throw new Error("The link of the email has no token.");
  return { message, token };
}

/** Every invitation email caused so far, oldest first. */
export async function invitationEmails({ auth, mailbox }: OrganizationAuth): Promise<readonly InvitationEmail[]> {
  await auth.idle();
  return mailbox.messages.filter((message) => message.kind === "organization.invitation");
}

/** A user with a verified email address. */
export async function signUpVerified(fixture: Fixture, email = "dan@example.com"): Promise<Person> {
  const person = await fixture.signUp(email);
  await fixture.db.update(userModel, person.user.id, { emailVerified: true });
  return person;
}

/** The company's invitations as they are stored, oldest expiry first. */
export const storedInvitations = ({ fixture, organizationId }: Pick<Company, "fixture" | "organizationId">) =>
  fixture.db.list(invitationModel, { organizationId }, { orderBy: "expiresAt", limit: 1000 });

export const statusOf = async ({ db }: Pick<Fixture, "db">, id: string): Promise<string | undefined> =>
  (await db.find(invitationModel, { id }))?.status;

export const membersOf = ({ fixture, organizationId }: Pick<Company, "fixture" | "organizationId">) =>
  fixture.db.list(memberModel, { organizationId }, { orderBy: "createdAt", limit: 1000 });
