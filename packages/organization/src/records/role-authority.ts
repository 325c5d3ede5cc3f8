import { includes, type Permissions, permissionsOf, type Roles, unknownRoles } from "@keyhold/access";
import { type Context, isIn, type TxContext } from "@keyhold/core/plugin";
import { organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { readStored } from "./stored-role.js";

/**
 * The app's roles and the wanted roles created by the organization. Reads the database only if a name is no role of the
 * app.
 */
export async function rolesIn(
  ctx: Context | TxContext,
  { roles, statements }: OrganizationOptions,
  { organizationId, names }: { readonly organizationId: string; readonly names: readonly string[] },
): Promise<Roles> {
  const unknown = unknownRoles(roles, names);
  if (unknown.length === 0) return roles;
  const made = await ctx.db.list(
    organizationRoleModel,
    { organizationId, role: isIn(unknown) },
    { orderBy: "id", limit: unknown.length },
  );
  const own = made.map(({ role, permission }): [string, Permissions] => [role, readStored(permission, statements)]);
  return { ...Object.fromEntries(own), ...roles };
}

/**
 * Whether a member with `own` roles and permissions may assign, revoke or change `theirs`: never permissions beyond
 * their own.
 */
export function mayTouch(
  { creatorRole }: OrganizationOptions,
  own: { readonly roles: readonly string[]; readonly permissions: Permissions },
  theirs: { readonly roles: readonly string[]; readonly permissions: Permissions },
): boolean {
  if (theirs.roles.includes(creatorRole)) return own.roles.includes(creatorRole);
  return own.roles.includes(creatorRole) || includes(own.permissions, theirs.permissions);
}

/** Roles named in a call, with their permissions. */
export interface NamedRoles {
  readonly roles: readonly string[];
  readonly permissions: Permissions;
}

export async function namedRoles(
  ctx: Context | TxContext,
  options: OrganizationOptions,
  { organizationId, names }: { readonly organizationId: string; readonly names: readonly string[] },
): Promise<NamedRoles | null> {
  const known = await rolesIn(ctx, options, { organizationId, names });
  if (names.length === 0 || unknownRoles(known, names).length > 0) return null;
  return { roles: names, permissions: permissionsOf(known, names) };
}
