import { type Context, fingerprint, type TxContext, type Where } from "@keyhold/core/plugin";
import { type InvitationRow, invitationModel, type Organization, organizationModel } from "../models.js";
import type { InvitationName } from "../routes/schemas.js";

/** Finds an invitation, with the organization, by id or the token from the email; null if no invitation matches. */
export const findInvitation = (
  ctx: Context,
  name: InvitationName,
): Promise<(InvitationRow & { readonly organization: Organization }) | null> =>
  ctx.db.find(invitationModel, whereNamed(name), { with: organizationModel });

/** Reads the invitation again inside a transaction; null if the token was replaced since. */
export const findAgain = (ctx: TxContext, name: InvitationName): Promise<InvitationRow | null> =>
  ctx.db.find(invitationModel, whereNamed(name));

const whereNamed = ({ invitationId = "", token }: InvitationName): Where<typeof invitationModel> =>
  token === undefined ? { id: invitationId } : { linkHash: fingerprint(token) };
