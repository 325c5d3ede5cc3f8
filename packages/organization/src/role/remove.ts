import type { TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt, type LockedOrganization } from "../hooks/offers.js";
import type { Membership } from "../member/membership.js";
import { type OrganizationRole, organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isInUse } from "./assignments.js";
import { isFixedName } from "./custom-name.js";
import { requireOutranked } from "./manager.js";
import { showStored } from "./show.js";

/**
 * Removes an unused role of a locked organization.
 *
 * @throws AuthError YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES, ROLE_IS_IN_USE
 */
export async function removeRole(
  ctx: TxContext<"ROLE_IS_IN_USE" | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES">,
  options: OrganizationOptions,
  organization: LockedOrganization,
  { me, role }: { readonly me: Membership; readonly role: OrganizationRole },
): Promise<void> {
  requireOutranked(ctx, options, { me, role });
  // If the app has since defined a role with this name, the members with this name have the app's role.
  if (!isFixedName(options, role.role) && (await isInUse(ctx, organization, role.role)))
    ctx.fail(organizationErrors.ROLE_IS_IN_USE);
  const actorId = me.member.userId;
  for (const hook of hooksAt(ctx, "role.delete")) await hook(role, ctx, { organization, actorId });
  await ctx.db.remove(organizationRoleModel, { id: role.id }, organization);
  emit(ctx, { type: "role.deleted", role: showStored(ctx, role), actorId });
}
