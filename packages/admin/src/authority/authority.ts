import { includes, type Permissions, parseRoles, permissionsOf } from "@keyhold/access";
import type { AdminUser } from "../models.js";
import type { AdminSettings } from "../options.js";

/** The user fields relevant to authorization. */
export type Ranked = { readonly id: string } & Partial<Pick<AdminUser, "role">>;

/** The role names of a user. */
export function rolesOf(
  { defaultRole, adminRoles, adminUserIds }: AdminSettings,
  { id, role }: Ranked,
): readonly string[] {
  const given = parseRoles(role);
  const own = given.length > 0 ? given : [defaultRole];
  return adminUserIds.has(id) ? [...own, ...adminRoles] : own;
}

/** The permissions of a user. */
export const permissionsFor = (settings: AdminSettings, user: Ranked): Permissions =>
  permissionsOf(settings.roles, rolesOf(settings, user));

/** Whether a user is an administrator. */
export const isAdministrator = (settings: AdminSettings, user: Ranked): boolean =>
  rolesOf(settings, user).some((name) => settings.adminRoles.includes(name));

/**
 * Whether a user's permissions include all permissions of `other`. Only an administrator is allowed to act on an
 * administrator, even with fewer permissions, because other plugins trust `isAdmin`.
 */
export const outranks = (settings: AdminSettings, user: Ranked, other: Ranked): boolean =>
  includes(permissionsFor(settings, user), permissionsFor(settings, other)) &&
  (isAdministrator(settings, user) || !isAdministrator(settings, other));

/**
 * The stored text of role names, in the order of `roles`, so that equal sets are equal text; null if the list is empty
 * or a name is unknown.
 */
export function storedRoles({ roles }: AdminSettings, names: readonly string[]): string | null {
  const known = Object.keys(roles).filter((name) => names.includes(name));
  return known.length === names.length && known.length > 0 ? known.join(",") : null;
}
