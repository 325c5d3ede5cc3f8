import type { FullClient } from "../client.js";
import type { Rights } from "./rights.js";

type Known<View extends { readonly data: unknown }> = NonNullable<View["data"]>;

/** The active organization, with the first page of the members. */
export type Organization = Known<ReturnType<FullClient["useActiveOrganization"]>>;

/** A member of an organization, with the user. */
export type Member = Organization["members"][number];

/** An invitation of an organization. */
export type Invitation = Organization["invitations"][number];

/** A team of an organization. */
export type Team = NonNullable<Organization["teams"]>[number];

/** The membership of the signed-in user in the active organization. */
export type OwnMember = Known<ReturnType<FullClient["useActiveMember"]>>;

/** The active organization, and what the user may do there. */
export interface OrganizationView {
  readonly organization: Organization;
  readonly member: OwnMember;
  readonly rights: Rights;
}
