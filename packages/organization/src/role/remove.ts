import type { TxContext } from "@keyhold/core";
import { tell } from "../events.js";
import type { Membership } from "../member/membership.js";
import { type OrganizationRole, organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { type HeldOrganization, rulesAt } from "../rules.js";
import { isInUse } from "./carriers.js";
import { isFixedName } from "./made-name.js";
import { requireReach } from "./manager.js";
import { showStored } from "./show.js";

/**
 * Removes a role of a held organization that nobody has.
 *
 * @throws AuthError YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES, ROLE_IS_IN_USE
 */
export async function removeRole(
  ctx: TxContext,
  options: OrganizationOptions,
  organization: HeldOrganization,
  { me, role }: { readonly me: Membership; readonly role: OrganizationRole },
): Promise<void> {
  requireReach(ctx, options, { me, role });
  // Whoever has a role that the app has meanwhile, too, has the app's.
  if (!isFixedName(options, role.role) && (await isInUse(ctx, organization, role.role))) ctx.refuse("ROLE_IS_IN_USE");
  const actorId = me.member.userId;
  for (const rule of rulesAt(ctx, "role.delete")) await rule(role, ctx, { organization, actorId });
  await ctx.db.remove(organizationRoleModel, { id: role.id }, organization);
  tell(ctx, { type: "role.deleted", role: showStored(ctx, role), actorId });
}
