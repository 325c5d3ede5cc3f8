import { type Context, publicRow, type TxContext } from "@keyhold/core/plugin";
import { type Invitation, type InvitationRow, invitationModel, type Organization } from "../models.js";
import type { ReceivedInvitation } from "../routes/schemas.js";

/** The public fields of an invitation, for responses and events: with the columns of plugins, without the link. */
export const showInvitation = (
  { schema }: Pick<Context | TxContext, "schema">,
  row: InvitationRow | Invitation,
): Invitation => publicRow(schema, invitationModel, row);

/** The public fields of an invitation with the organization's name and slug, for the recipient. */
export const showReceived = (
  ctx: Pick<Context, "schema">,
  row: InvitationRow & { readonly organization: Pick<Organization, "name" | "slug"> },
): ReceivedInvitation => ({
  ...showInvitation(ctx, row),
  organizationName: row.organization.name,
  organizationSlug: row.organization.slug,
});
