import type { Roles, Statements } from "@keyhold/access";
import type { User } from "@keyhold/core";
import type { Organization } from "./models.js";
import { organizationRoles, organizationStatements } from "./roles.js";

/** A whole number from 0, `Infinity` for none, or how to find it. A function is asked outside of any transaction. */
export type LimitOf<Subject> = number | ((subject: Subject) => number | Promise<number>);

export interface OrganizationOptions {
  /** Who may create organizations. Default true: everybody. Server calls do not ask. */
  readonly allowUserToCreateOrganization: boolean | ((user: User) => boolean | Promise<boolean>);
  /** Organizations that somebody may be in, with the one that they create. Default none. */
  readonly organizationLimit: LimitOf<User>;
  /** Members per organization. Default 100. */
  readonly membershipLimit: LimitOf<Organization>;
  /** Pending invitations per organization. Default 100. */
  readonly invitationLimit: LimitOf<Organization>;
  /** Roles that an organization may make for itself. Default 0: none. */
  readonly roleLimit: LimitOf<Organization>;
  /** Default 172800 (2 days). */
  readonly invitationExpiresInSeconds: number;
  /** Where the link of an invitation's letter leads, with `?token=`: a path, or an address at a trusted origin. Default "/accept-invitation". */
  readonly invitationURL: string;
  /** An invitation is taken with a proven address, or by the link of its letter. Default true. */
  readonly requireEmailVerificationOnInvitation: boolean;
  /** Only a user with a verified address may invite. Default true; without `mail` no address can be verified, and none is asked for. */
  readonly requireEmailVerificationToInvite: boolean;
  /** To invite somebody again cancels the invitation that waits, instead of being refused. Default false. */
  readonly cancelPendingInvitationsOnReInvite: boolean;
  /** A new session works in the organization that its person joined first. Default false: in none, until they choose. */
  readonly activeOrganizationOnSignIn: boolean;
  /** Nobody deletes an organization. Default false. */
  readonly disableOrganizationDeletion: boolean;
  /** What there is to do. Default `organizationStatements`; one's own extend them. */
  readonly statements: Statements;
  /** The app's roles, e.g. `defineRoles(statements, …)`. Default owner, admin and member. */
  readonly roles: Roles;
  /** The role of who creates an organization: only who has it touches what carries it. Default "owner". */
  readonly creatorRole: string;
}

const defaults: OrganizationOptions = {
  allowUserToCreateOrganization: true,
  organizationLimit: Number.POSITIVE_INFINITY,
  membershipLimit: 100,
  invitationLimit: 100,
  roleLimit: 0,
  invitationExpiresInSeconds: 172_800,
  invitationURL: "/accept-invitation",
  requireEmailVerificationOnInvitation: true,
  requireEmailVerificationToInvite: true,
  cancelPendingInvitationsOnReInvite: false,
  activeOrganizationOnSignIn: false,
  disableOrganizationDeletion: false,
  statements: organizationStatements,
  roles: organizationRoles,
  creatorRole: "owner",
};

export const optionNames: readonly string[] = Object.keys(defaults);

/** All options; one that is undefined is one that is not given. */
export const withDefaults = <Options extends object>(defaults: Options, given: Partial<Options>): Options => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

export const completeOptions = (given: Partial<OrganizationOptions>): OrganizationOptions =>
  withDefaults(defaults, given);
