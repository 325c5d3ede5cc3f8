import type { SignedIn } from "../account/signed-in.ts";
import type { authClient } from "../auth-client.ts";

type Known<View extends { readonly data: unknown }> = NonNullable<View["data"]>;

/** The active organization, with the first of its members. */
export type Organization = Known<ReturnType<typeof authClient.useActiveOrganization>>;
export type Member = Organization["members"][number];
export type Invitation = Organization["invitations"][number];
export type Team = NonNullable<Organization["teams"]>[number];

/** The props of an organization's screens: the organization, and the user's membership. */
export interface Work extends SignedIn {
  readonly organization: Organization;
  readonly me: Known<ReturnType<typeof authClient.useActiveMember>>;
}
