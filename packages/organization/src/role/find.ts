import { type Permissions, permissionsOf } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { type OrganizationRole, organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isFixedName, normaliseRoleName } from "./custom-name.js";

/** The name or the id of a role; if both are given, both must match. */
export interface RoleIdentifier {
  readonly organizationId: string;
  readonly roleName?: string | undefined;
  readonly roleId?: string | undefined;
}

/** Finds a role created by the organization; null if there is no match. */
export function findMade(
  { db }: Context | TxContext,
  { organizationId, roleName, roleId }: RoleIdentifier,
): Promise<OrganizationRole | null> {
  const named = roleName === undefined ? {} : { role: normaliseRoleName(roleName) };
  const identified = roleId === undefined ? {} : { id: roleId };
  return db.find(organizationRoleModel, { organizationId, ...named, ...identified });
}

/**
 * Finds a role created by the organization, or fails. The name of an app role fails with ROLE_IS_FIXED. If the app
 * later defined a role with that name, the organization's role is still found by id.
 *
 * @throws AuthError ROLE_IS_FIXED, ROLE_NOT_FOUND
 */
export async function requireMade(
  ctx: TxContext<"ROLE_IS_FIXED" | "ROLE_NOT_FOUND">,
  options: OrganizationOptions,
  identifier: RoleIdentifier,
): Promise<OrganizationRole> {
  const { roleName, roleId } = identifier;
  if (roleId === undefined && roleName !== undefined && isFixedName(options, roleName))
    ctx.fail(organizationErrors.ROLE_IS_FIXED);
  return (await findMade(ctx, identifier)) ?? ctx.fail(organizationErrors.ROLE_NOT_FOUND);
}

/** Finds a role of the app by name in any case; null if there is no match. */
export function findFixed(
  { roles }: OrganizationOptions,
  given: string,
): { readonly role: string; readonly permission: Permissions } | null {
  const name = normaliseRoleName(given);
  const role = Object.keys(roles).find((fixed) => normaliseRoleName(fixed) === name);
  return role === undefined ? null : { role, permission: permissionsOf(roles, role) };
}
