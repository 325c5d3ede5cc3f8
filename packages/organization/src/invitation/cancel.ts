import { permissionsOf } from "@keyhold/access";
import type { TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { hooksAt, type Place } from "../hooks/offers.js";
import type { Membership } from "../member/membership.js";
import { type Invitation, type InvitationRow, invitationModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { mayTouch, rolesIn } from "../records/role-authority.js";
import { rolesOf } from "../records/role-names.js";
import { showInvitation } from "./show.js";

/** Whether a member may change or cancel an invitation: never an invitation with more permissions than their own. */
export async function mayTouchInvitation(
  ctx: TxContext,
  options: OrganizationOptions,
  { me, invitation }: { readonly me: Membership; readonly invitation: InvitationRow },
): Promise<boolean> {
  const roles = rolesOf(invitation);
  const known = await rolesIn(ctx, options, { organizationId: invitation.organizationId, names: roles });
  return mayTouch(options, me, { roles, permissions: permissionsOf(known, roles) });
}

/**
 * Cancels an invitation in any status (spec section 4). A user who accepted it stays a member; a canceled invitation
 * cannot be accepted.
 */
export async function cancelInvitation(ctx: TxContext, invitation: InvitationRow, place: Place): Promise<Invitation> {
  const shown = showInvitation(ctx, invitation);
  if (shown.status === "canceled") return shown;
  for (const hook of hooksAt(ctx, "invitation.cancel")) await hook(shown, ctx, place);
  return closeInvitation(ctx, invitation, place);
}

/** Cancels an invitation without running hooks: for expired invitations. */
export async function closeInvitation(
  ctx: TxContext,
  { id, status }: InvitationRow,
  { organization, actorId }: Place,
): Promise<Invitation> {
  const moved = await ctx.db.transition(invitationModel, id, "status", status, "canceled", organization);
  if (!moved) throw new Error("The status of an invitation changed although its organization is locked.");
  const canceled = showInvitation(ctx, moved);
  emit(ctx, { type: "invitation.canceled", invitation: canceled, actorId });
  return canceled;
}
