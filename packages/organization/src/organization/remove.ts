import type { TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { hooksAt, type Place } from "../hooks/offers.js";
import { organizationModel } from "../models.js";
import { invalidateSessionCacheOf } from "../records/active.js";
import { showOrganization } from "../records/show.js";

/**
 * Deletes a locked organization with all members, invitations, teams and roles, by their foreign keys. In sessions the
 * organization is no longer active.
 */
export async function removeOrganization(ctx: TxContext, place: Place): Promise<void> {
  const { organization, actorId } = place;
  for (const hook of hooksAt(ctx, "organization.delete")) await hook(ctx, place);
  await invalidateSessionCacheOf(ctx, organization.id);
  await ctx.db.remove(organizationModel, { id: organization.id });
  emit(ctx, { type: "organization.deleted", organization: showOrganization(ctx, organization), actorId });
}
