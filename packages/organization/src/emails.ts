import type { PluginEmail } from "@keyhold/core/plugin";
import type { Invitation, Organization } from "./models.js";

/** Invites somebody who may have no account yet. */
export interface InvitationEmail extends PluginEmail {
  readonly kind: "organization.invitation";
  readonly invitation: Invitation;
  readonly organization: Organization;
  readonly inviter: { readonly name: string; readonly email: string };
  /** The secret in `url`: whoever has it reads what comes to this address. */
  readonly token: string;
  readonly expiresInSeconds: number;
}

export type OrganizationEmail = InvitationEmail;
