import {
  defineRoles,
  everything,
  includes,
  type Permissions,
  permissionsOf,
  readPermissions,
  without,
} from "@keyhold/access";

/** What there is to do. */
export const statements = {
  project: ["create", "update", "delete"],
  invoice: ["read", "pay"],
} as const;

/** Who may do what. */
export const roles = defineRoles(statements, {
  owner: everything(statements),
  lead: without(everything(statements), { project: ["delete"], invoice: ["pay"] }),
  accountant: { invoice: ["read", "pay"] },
  guest: {},
});

/** What somebody may give to a role that they make: null when it is more than their own, or cannot be given at all. */
export function permissionsGivenBy(maker: string, body: unknown): Permissions | null {
  const permissions = readPermissions(body, statements);
  return permissions && includes(permissionsOf(roles, maker), permissions) ? permissions : null;
}
