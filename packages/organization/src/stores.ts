import type { OrganizationEndpoints } from "./endpoints.js";

/** What is read again when it has changed. */
export interface OrganizationStores {
  /** The active organization with its first members, newest invitations and teams, or null. */
  readonly activeOrganization: OrganizationEndpoints["organization"]["getFullOrganization"];
  /** The organizations of the user. */
  readonly listOrganizations: OrganizationEndpoints["organization"]["list"];
  /** The user as a member of the active organization, or null. */
  readonly activeMember: OrganizationEndpoints["organization"]["getActiveMember"];
}

/** The same as hooks of React. */
export interface OrganizationReactHooks {
  /** The active organization with its first members, newest invitations and teams, or null. */
  readonly useActiveOrganization: OrganizationStores["activeOrganization"];
  /** The organizations of the user. */
  readonly useListOrganizations: OrganizationStores["listOrganizations"];
  /** The user as a member of the active organization, or null. */
  readonly useActiveMember: OrganizationStores["activeMember"];
}
