import { can, includes, type Permissions, parseRoles, permissionsOf, type RoleText } from "@keyhold/access";
import { organizationRoles, type organizationStatements } from "@keyhold/organization/client";

interface HasRole {
  readonly role: RoleText;
}

/** Whether a member may do all of it. What is not allowed is not offered; the server asks again. */
export const may = (me: HasRole, wanted: Permissions<typeof organizationStatements>): boolean =>
  can(organizationRoles, me.role, wanted);

export const isOwner = ({ role }: HasRole): boolean => parseRoles(role).includes("owner");

/** Whether a role is within one's own: nobody gives, takes or changes more than they have, and only owners touch owners. */
export const outranks = (me: HasRole, role: RoleText): boolean =>
  isOwner(me) ||
  (!isOwner({ role }) && includes(permissionsOf(organizationRoles, me.role), permissionsOf(organizationRoles, role)));
