import { type Context, publicRow, type TxContext } from "@keyhold/core/plugin";
import { type Invitation, type InvitationRow, invitationModel, type Organization } from "../models.js";
import type { ReceivedInvitation } from "../schemas.js";

/** An invitation as answers and events show one: with the columns of plugins, and never its link. */
export const showInvitation = (
  { schema }: Pick<Context | TxContext, "schema">,
  row: InvitationRow | Invitation,
): Invitation => publicRow(schema, invitationModel, row);

/** The same with what it leads to, for whoever it is for. */
export const showReceived = (
  ctx: Pick<Context, "schema">,
  row: InvitationRow & { readonly organization: Pick<Organization, "name" | "slug"> },
): ReceivedInvitation => ({
  ...showInvitation(ctx, row),
  organizationName: row.organization.name,
  organizationSlug: row.organization.slug,
});
