import type { PluginEmail } from "@keyhold/core/plugin";
import type { Invitation, Organization } from "./models.js";

/** Invites a user, who may have no account yet, to an organization. */
export interface InvitationEmail extends PluginEmail {
  readonly kind: "organization.invitation";
  readonly invitation: Invitation;
  readonly organization: Organization;
  readonly inviter: { readonly name: string; readonly email: string };
  /** The token in `url`. The token proves access to the mailbox: keep it secret. */
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** An email of the plugin, by `kind`. */
export type OrganizationEmail = InvitationEmail;
