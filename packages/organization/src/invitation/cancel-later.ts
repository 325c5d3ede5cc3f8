import type { User } from "@keyhold/core";
import { after, lockAll, pagesOf, type TxContext } from "@keyhold/core/plugin";
import { type InvitationRow, invitationModel, organizationModel } from "../models.js";
import { closeInvitation } from "./cancel.js";

/**
 * Cancels the pending invitations that were sent in the name of a locked user, by default each invitation, else those
 * since a date: an attacker with a session of the user may have invited an account of their own.
 */
export async function cancelInvitationsOf(ctx: TxContext, user: Pick<User, "id">, since?: Date): Promise<void> {
  // Not before: a database may store the second alone.
  const later = since && { createdAt: after(new Date(since.getTime() - 1)) };
  const where = { inviterId: user.id, status: "pending", ...later } as const;
  const sent: InvitationRow[] = [];
  for await (const invitations of pagesOf(ctx.db, invitationModel, where)) sent.push(...invitations);
  const ids = sent.map(({ organizationId }) => organizationId);
  const locked = await lockAll(ctx.db, organizationModel, [...new Set(ids)]);
  for (const { id, organizationId } of sent) {
    const organization = locked.get(organizationId);
    // Read again, because the recipient may have accepted before the lock.
    const present = organization && (await ctx.db.find(invitationModel, { ...where, id }));
    if (present) await closeInvitation(ctx, present, { organization, actorId: null });
  }
}
