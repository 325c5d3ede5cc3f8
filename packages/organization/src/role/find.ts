import { type Permissions, permissionsOf } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { type OrganizationRole, organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isFixedName, normaliseRoleName } from "./custom-name.js";

/** What names a role in a call: its name or its id; of both, both must fit. */
export interface RoleIdentifier {
  readonly organizationId: string;
  readonly roleName?: string | undefined;
  readonly roleId?: string | undefined;
}

/** A role that the organization made; null when it made none of that name or id. */
export function findMade(
  { db }: Context | TxContext,
  { organizationId, roleName, roleId }: RoleIdentifier,
): Promise<OrganizationRole | null> {
  const named = roleName === undefined ? {} : { role: normaliseRoleName(roleName) };
  const identified = roleId === undefined ? {} : { id: roleId };
  return db.find(organizationRoleModel, { organizationId, ...named, ...identified });
}

/**
 * The same, or a refusal. A role of the app is refused by its name; one that the organization had made before the app had its
 * like is still found by its id.
 *
 * @throws AuthError ROLE_IS_FIXED, ROLE_NOT_FOUND
 */
export async function requireMade(
  ctx: TxContext,
  options: OrganizationOptions,
  identifier: RoleIdentifier,
): Promise<OrganizationRole> {
  const { roleName, roleId } = identifier;
  if (roleId === undefined && roleName !== undefined && isFixedName(options, roleName)) ctx.refuse("ROLE_IS_FIXED");
  return (await findMade(ctx, identifier)) ?? ctx.refuse("ROLE_NOT_FOUND");
}

/** What a role of the app may do, its name in whatever case; null when the app has none of that name. */
export function findFixed(
  { roles }: OrganizationOptions,
  given: string,
): { readonly role: string; readonly permission: Permissions } | null {
  const name = normaliseRoleName(given);
  const role = Object.keys(roles).find((fixed) => normaliseRoleName(fixed) === name);
  return role === undefined ? null : { role, permission: permissionsOf(roles, role) };
}
