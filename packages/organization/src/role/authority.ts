import { includes, type Permissions, permissionsOf, type Roles, unknownRoles } from "@keyhold/access";
import { type Context, isIn, type TxContext } from "@keyhold/core/plugin";
import { organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { readStored } from "./stored.js";

/** The app's roles, and those of the wanted ones that the organization made for itself: one more statement only where there are such. */
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

/** Whether somebody with these permissions and roles may give, take or touch those: never what is beyond their own. */
export function mayTouch(
  { creatorRole }: OrganizationOptions,
  own: { readonly roles: readonly string[]; readonly permissions: Permissions },
  theirs: { readonly roles: readonly string[]; readonly permissions: Permissions },
): boolean {
  if (theirs.roles.includes(creatorRole)) return own.roles.includes(creatorRole);
  return own.roles.includes(creatorRole) || includes(own.permissions, theirs.permissions);
}

/** Roles as a caller names them, with what they may do; null when one of them is none here, or there is none at all. */
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
