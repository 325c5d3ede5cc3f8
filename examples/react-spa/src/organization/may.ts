import { can, includes, type Permissions, parseRoles, permissionsOf, type RoleText } from "@keyhold/access";
import { organizationRoles, type organizationStatements } from "@keyhold/organization/client";

interface HasRole {
  readonly role: RoleText;
}

/** Whether a member has all these permissions. Actions without permission are not offered; the server checks again. */
export const may = (me: HasRole, wanted: Permissions<typeof organizationStatements>): boolean =>
  can(organizationRoles, me.role, wanted);

export const isOwner = ({ role }: HasRole): boolean => parseRoles(role).includes("owner");

/**
 * Whether a member's role includes another: members give, take and change no more than their own permissions, and only
 * owners change owners.
 */
export const outranks = (me: HasRole, role: RoleText): boolean =>
  isOwner(me) ||
  (!isOwner({ role }) && includes(permissionsOf(organizationRoles, me.role), permissionsOf(organizationRoles, role)));
