import type { TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt } from "../hooks/offers.js";
import { type Invitation, invitationModel } from "../models.js";
import type { Received } from "./receive.js";
import { showInvitation } from "./show.js";

/**
 * Rejects an invitation.
 *
 * @throws AuthError INVITATION_NOT_FOUND
 */
export async function rejectInvitation(
  ctx: TxContext<"INVITATION_NOT_FOUND">,
  { place, invitation }: Received,
): Promise<Invitation> {
  const shown = showInvitation(ctx, invitation);
  for (const hook of hooksAt(ctx, "invitation.reject")) await hook(shown, ctx, place);
  const { organization, actorId } = place;
  const moved = await ctx.db.transition(invitationModel, shown.id, "status", "pending", "rejected", organization);
  if (!moved) return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
  const rejected = showInvitation(ctx, moved);
  emit(ctx, { type: "invitation.rejected", invitation: rejected, actorId });
  return rejected;
}
