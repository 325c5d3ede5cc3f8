import type { Roles, Statements } from "@keyhold/access";
import type { User } from "@keyhold/core";
import { type KeyTree, keysOf } from "@keyhold/core/known-keys";
import type { Organization } from "./models.js";
import { organizationRoles, organizationStatements } from "./roles.js";

/**
 * A whole number from 0, `Infinity` for no limit, or a function returning one of these. The function runs outside of
 * transactions.
 */
export type LimitOf<Subject> = number | ((subject: Subject) => number | Promise<number>);

/** The options of `organization`; an omitted one has its default. */
export interface OrganizationOptions {
  /** Whether users may create organizations. Default true. Not checked for server-side calls. */
  readonly allowUserToCreateOrganization: boolean | ((user: User) => boolean | Promise<boolean>);
  /** The maximum number of organizations per user, including the one to create. Default `Infinity`. */
  readonly organizationLimit: LimitOf<User>;
  /** The maximum number of members per organization. Default 100. */
  readonly membershipLimit: LimitOf<Organization>;
  /** The maximum number of pending invitations per organization. Default 100. */
  readonly invitationLimit: LimitOf<Organization>;
  /** The maximum number of roles created by an organization. Default 0: organizations cannot create roles. */
  readonly roleLimit: LimitOf<Organization>;
  /** Lifetime of an invitation in seconds. Default 172800 (2 days). */
  readonly invitationExpiresInSeconds: number;
  /**
   * The target of the link in invitation emails, which appends `?token=`: a path, or a URL at a trusted origin. Default
   * "/accept-invitation".
   */
  readonly invitationURL: string;
  /** Accepting an invitation requires a verified email address, or the link from its email. Default true. */
  readonly requireEmailVerificationOnInvitation: boolean;
  /**
   * Inviting requires a verified email address. Default true; without `mail`, addresses cannot be verified, and the
   * option has no effect.
   */
  readonly requireEmailVerificationToInvite: boolean;
  /** Inviting an address again cancels its pending invitation instead of failing. Default false. */
  readonly cancelPendingInvitationsOnReInvite: boolean;
  /**
   * A new session starts with the user's first-joined organization as the active one. Default false: without an active
   * organization.
   */
  readonly activeOrganizationOnSignIn: boolean;
  /** Disables the deletion of organizations. Default false. */
  readonly disableOrganizationDeletion: boolean;
  /** The resources and their actions. Default `organizationStatements`; extend them for your own. */
  readonly statements: Statements;
  /** The app's roles, e.g. `defineRoles(statements, …)`. Default owner, admin and member. */
  readonly roles: Roles;
  /**
   * The role of the creator of an organization. Only its owners may change members and roles with it. Default "owner".
   */
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

export const optionKeys: KeyTree = keysOf(defaults);

/** Merges options with their defaults. An undefined option counts as not given. */
export const withDefaults = <Options extends object>(defaults: Options, given: Partial<Options>): Options => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

export const completeOptions = (given: Partial<OrganizationOptions>): OrganizationOptions =>
  withDefaults(defaults, given);
