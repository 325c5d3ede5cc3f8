import { includes, type Permissions, parseRoles, permissionsOf } from "@keyhold/access";
import type { AdminUser } from "./models.js";
import type { AdminSettings } from "./options.js";

/** A user as far as it decides what they may do. */
export type Ranked = { readonly id: string } & Partial<Pick<AdminUser, "role">>;

/** The names of somebody's roles. */
export function rolesOf(
  { defaultRole, adminRoles, adminUserIds }: AdminSettings,
  { id, role }: Ranked,
): readonly string[] {
  const given = parseRoles(role);
  const own = given.length > 0 ? given : [defaultRole];
  return adminUserIds.has(id) ? [...own, ...adminRoles] : own;
}

/** What somebody may do. */
export const permissionsFor = (settings: AdminSettings, user: Ranked): Permissions =>
  permissionsOf(settings.roles, rolesOf(settings, user));

/** Whether somebody looks after the app. */
export const isAdministrator = (settings: AdminSettings, user: Ranked): boolean =>
  rolesOf(settings, user).some((name) => settings.adminRoles.includes(name));

/**
 * Whether nothing that `other` may do is beyond somebody. To look after the app is more than any permission: other plugins
 * believe it, so whoever does not look after it is never on a level with who does.
 */
export const outranks = (settings: AdminSettings, user: Ranked, other: Ranked): boolean =>
  includes(permissionsFor(settings, user), permissionsFor(settings, other)) &&
  (isAdministrator(settings, user) || !isAdministrator(settings, other));

/** The names in the order of `roles`, so that one set of roles is one text; null when there is none, or one that is no role. */
export function storedRoles({ roles }: AdminSettings, names: readonly string[]): string | null {
  const known = Object.keys(roles).filter((name) => names.includes(name));
  return known.length === names.length && known.length > 0 ? known.join(",") : null;
}
