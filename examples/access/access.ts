import {
  defineRoles,
  everything,
  includes,
  type Permissions,
  permissionsOf,
  readPermissions,
  without,
} from "@keyhold/access";

/** The actions on each resource. */
export const statements = {
  project: ["create", "update", "delete"],
  invoice: ["read", "pay"],
} as const;

/** The permissions of each role. */
export const roles = defineRoles(statements, {
  owner: everything(statements),
  lead: without(everything(statements), { project: ["delete"], invoice: ["pay"] }),
  accountant: { invoice: ["read", "pay"] },
  guest: {},
});

/**
 * The permissions that a user may give to a new role; null if the user's own role has fewer, or the permissions are
 * invalid.
 */
export function permissionsGivenBy(maker: string, body: unknown): Permissions | null {
  const permissions = readPermissions(body, statements);
  return permissions && includes(permissionsOf(roles, maker), permissions) ? permissions : null;
}
