import type { TxContext } from "@keyhold/core";
import { tell } from "../events.js";
import { type Invitation, invitationModel } from "../models.js";
import { rulesAt } from "../rules.js";
import type { Received } from "./receive.js";
import { showInvitation } from "./show.js";

/**
 * Turns an invitation down.
 *
 * @throws AuthError INVITATION_NOT_FOUND
 */
export async function rejectInvitation(ctx: TxContext, { place, invitation }: Received): Promise<Invitation> {
  const shown = showInvitation(ctx, invitation);
  for (const rule of rulesAt(ctx, "invitation.reject")) await rule(shown, ctx, place);
  const { organization, actorId } = place;
  const moved = await ctx.db.transition(invitationModel, shown.id, "status", "pending", "rejected", organization);
  if (!moved) return ctx.refuse("INVITATION_NOT_FOUND");
  const rejected = showInvitation(ctx, moved);
  tell(ctx, { type: "invitation.rejected", invitation: rejected, actorId });
  return rejected;
}
