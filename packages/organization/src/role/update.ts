import { type AddedColumns, storedForm, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt, type LockedOrganization, type RoleChange } from "../hooks/offers.js";
import type { Membership } from "../member/membership.js";
import { type OrganizationRole, organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { failTaken } from "../records/conflict.js";
import { writeStored } from "../records/stored-role.js";
import { renameAssignments } from "./assignments.js";
import { isFixedName, normaliseRoleName, requireFreeName } from "./custom-name.js";
import { requireGivable, requireOutranked } from "./manager.js";
import { showStored } from "./show.js";

export interface ChangedRole {
  readonly me: Membership;
  readonly role: OrganizationRole;
  readonly roleName?: string | undefined;
  readonly permission?: unknown;
  readonly columns: AddedColumns;
}

/**
 * Changes the name or permissions of a role of a locked organization. The caller must have all old and all new
 * permissions. A rename updates all members and pending invitations with the role.
 *
 * @throws AuthError YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES, ROLE_IS_FIXED, ROLE_ALREADY_EXISTS, ROLE_IS_IN_USE,
 * INVALID_PERMISSIONS, YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS, VALIDATION_ERROR
 */
export async function updateRole(
  ctx: TxContext<
    | "ROLE_IS_FIXED"
    | "ROLE_NOT_FOUND"
    | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES"
    | "INVALID_PERMISSIONS"
    | "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS"
    | "ROLE_IS_IN_USE"
    | "ROLE_ALREADY_EXISTS"
  >,
  options: OrganizationOptions,
  organization: LockedOrganization,
  { me, role: before, roleName, permission, columns }: ChangedRole,
): Promise<OrganizationRole> {
  requireOutranked(ctx, options, { me, role: before });
  const actorId = me.member.userId;
  let change: RoleChange = { ...columns, updatedAt: ctx.now() };
  if (roleName !== undefined && normaliseRoleName(roleName) !== before.role)
    change = { ...change, role: requireFreeName(ctx, options, { name: roleName, field: "data.roleName" }) };
  if (permission !== undefined)
    change = { ...change, permission: writeStored(requireGivable(ctx, options, { me, wanted: permission })) };

  for (const hook of hooksAt(ctx, "role.update"))
    change = await hook(change, ctx, { organization, actorId, role: before });
  const stored = storedForm(ctx, organizationRoleModel, change);
  const role = await ctx.db.update(organizationRoleModel, before.id, stored, organization, {
    onConflict: (conflict) =>
      failTaken(ctx, conflict, { organizationId: () => ctx.fail(organizationErrors.ROLE_ALREADY_EXISTS) }),
  });
  if (!role) return ctx.fail(organizationErrors.ROLE_NOT_FOUND);
  // If the app has declared a role with this name since, members with the name have the app's role.
  if (role.role !== before.role && !isFixedName(options, before.role))
    await renameAssignments(ctx, options, { organization, from: before.role, to: role.role });
  emit(ctx, { type: "role.updated", role: showStored(ctx, role), before: showStored(ctx, before), actorId });
  return role;
}
