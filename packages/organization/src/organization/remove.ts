import type { TxContext } from "@keyhold/core";
import { tell } from "../events.js";
import { organizationModel } from "../models.js";
import { type Place, rulesAt } from "../rules.js";
import { invalidateSessionCopies } from "./active.js";
import { showOrganization } from "./show.js";

/**
 * Deletes a held organization with its members, invitations, teams and roles, which reference it. Sessions that work in it
 * work in none from now on.
 */
export async function removeOrganization(ctx: TxContext, place: Place): Promise<void> {
  const { organization, actorId } = place;
  for (const rule of rulesAt(ctx, "organization.delete")) await rule(ctx, place);
  await invalidateSessionCopies(ctx, organization.id);
  await ctx.db.remove(organizationModel, { id: organization.id });
  tell(ctx, { type: "organization.deleted", organization: showOrganization(ctx, organization), actorId });
}
