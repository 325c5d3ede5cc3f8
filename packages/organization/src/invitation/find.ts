import { type Context, fingerprint, type TxContext, type Where } from "@keyhold/core/plugin";
import { type InvitationRow, invitationModel, type Organization, organizationModel } from "../models.js";
import type { InvitationName } from "../schemas.js";

/** The invitation that an id or a letter's secret names, with its organization; null when there is none. */
export const findInvitation = (
  ctx: Context,
  name: InvitationName,
): Promise<(InvitationRow & { readonly organization: Organization }) | null> =>
  ctx.db.find(invitationModel, whereNamed(name), { with: organizationModel });

/** The same as it is now, in a transaction. A secret that was replaced meanwhile names none. */
export const findAgain = (ctx: TxContext, name: InvitationName): Promise<InvitationRow | null> =>
  ctx.db.find(invitationModel, whereNamed(name));

const whereNamed = ({ invitationId = "", token }: InvitationName): Where<typeof invitationModel> =>
  token === undefined ? { id: invitationId } : { linkHash: fingerprint(token) };
