import { can, includes, type Permissions, parseRoles, permissionsOf, type Roles, type RoleText } from "@keyhold/access";
import type { organizationStatements } from "@keyhold/organization/client";

/** Resources of an organization with some of their actions. */
export type OrganizationPermissions = Permissions<typeof organizationStatements>;

/** The roles that `organization()` has by default: plain data, so that it brings no code of the plugin. */
export const defaultOrganizationRoles: Readonly<Record<"owner" | "admin" | "member", OrganizationPermissions>> = {
  owner: {
    organization: ["update", "delete"],
    member: ["create", "update", "delete"],
    invitation: ["create", "cancel"],
    team: ["create", "update", "delete"],
    role: ["create", "update", "delete"],
  },
  admin: {
    organization: ["update"],
    member: ["create", "update", "delete"],
    invitation: ["create", "cancel"],
    team: ["create", "update", "delete"],
    role: ["create", "update", "delete"],
  },
  member: {},
};

const ownerRole = "owner";

/** Whether roles include that of owners. */
export const isOwner = (role: RoleText): boolean => parseRoles(role).includes(ownerRole);

/** What a member may do. Actions without permission are not offered; the server checks every call. */
export interface Rights {
  readonly isOwner: boolean;
  /** Whether the member has all these permissions. */
  readonly can: (wanted: OrganizationPermissions) => boolean;
  /** Whether the member's role includes another: members give, take and change no more than their own permissions. */
  readonly outranks: (role: RoleText) => boolean;
  /** The roles that the member can give, in the order of the app's declaration. */
  readonly assignable: readonly string[];
  /** The one of them with the fewest permissions; null: the member can give none. */
  readonly lowest: string | null;
}

/** What a member with a role may do. */
export function rightsOf(roles: Roles, role: RoleText): Rights {
  const own = isOwner(role);
  const outranks = (other: RoleText): boolean =>
    own || (!isOwner(other) && includes(permissionsOf(roles, role), permissionsOf(roles, other)));
  const assignable = Object.keys(roles).filter(outranks);
  return {
    isOwner: own,
    can: (wanted) => can(roles, role, wanted),
    outranks,
    assignable,
    lowest: [...assignable].sort((a, b) => countOf(roles, a) - countOf(roles, b))[0] ?? null,
  };
}

/** The number of actions of a role. An owner may do all. */
const countOf = (roles: Roles, role: string): number =>
  isOwner(role) ? Number.POSITIVE_INFINITY : Object.values(permissionsOf(roles, role)).flat().length;
