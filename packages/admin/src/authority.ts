import { covers, type Permissions, parseRoles, permissionsOf } from "@keyhold/access";
import type { AdminUser } from "./models.js";
import type { Admin } from "./options.js";

/** A user as far as it decides what they may do. */
export type Ranked = { readonly id: string } & Partial<Pick<AdminUser, "role">>;

/** The names of somebody's roles. */
export function rolesOf({ defaultRole, adminRoles, adminUserIds }: Admin, { id, role }: Ranked): readonly string[] {
  const given = parseRoles(role);
  const own = given.length > 0 ? given : [defaultRole];
  return adminUserIds.has(id) ? [...own, ...adminRoles] : own;
}

/** What somebody may do. */
export const permissionsFor = (admin: Admin, user: Ranked): Permissions =>
  permissionsOf(admin.roles, rolesOf(admin, user));

/** Whether somebody looks after the app. */
export const isAdministrator = (admin: Admin, user: Ranked): boolean =>
  rolesOf(admin, user).some((name) => admin.adminRoles.includes(name));

/**
 * Whether nothing that `other` may do is beyond somebody. To look after the app is more than any permission: other plugins
 * believe it, so whoever does not look after it is never on a level with who does.
 */
export const reaches = (admin: Admin, user: Ranked, other: Ranked): boolean =>
  covers(permissionsFor(admin, user), permissionsFor(admin, other)) &&
  (isAdministrator(admin, user) || !isAdministrator(admin, other));

/** The names in the order of `roles`, so that one set of roles is one text; null when there is none, or one that is no role. */
export function storedRoles({ roles }: Admin, names: readonly string[]): string | null {
  const known = Object.keys(roles).filter((name) => names.includes(name));
  return known.length === names.length && known.length > 0 ? known.join(",") : null;
}
