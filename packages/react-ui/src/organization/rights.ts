import { can, includes, type Permissions, parseRoles, permissionsOf, type Roles, type RoleText } from "@keyhold/access";
import type { organizationStatements } from "@keyhold/organization/client";

/** Resources of an organization with some of their actions. */
export type OrganizationPermissions = Permissions<typeof organizationStatements>;

/** The roles that `organization()` has by default: plain data, so that no code of the plugin is bundled. */
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

/** The roles of a server, and the role that makes a member an owner. */
export interface RoleRules {
  readonly roles: Roles;
  readonly ownerRole: string;
}

/** What a member may do. Actions without permission are not offered; the server checks every call. */
export interface Rights {
  readonly isOwner: boolean;
  /** Whether the roles make a member an owner. */
  readonly isOwnerRole: (role: RoleText) => boolean;
  /** The role that an owner gets on giving the ownership away; null: the owner keeps other roles. */
  readonly roleAfterTransfer: string | null;
  /** Whether the member has all these permissions. */
  readonly can: (wanted: OrganizationPermissions) => boolean;
  /** Whether the member's role includes another: members give, take and change no more than their own permissions. */
  readonly outranks: (role: RoleText) => boolean;
  /** The roles that the member can give, in the order of the app's declaration. */
  readonly assignable: readonly string[];
  /** The role with the fewest permissions; null: the member can give no role. */
  readonly lowest: string | null;
}

/** What a member with a role may do. */
export function rightsOf({ roles, ownerRole }: RoleRules, role: RoleText): Rights {
  const isOwnerRole = (other: RoleText): boolean => parseRoles(other).includes(ownerRole);
  const isOwner = isOwnerRole(role);
  const outranks = (other: RoleText): boolean =>
    isOwner || (!isOwnerRole(other) && includes(permissionsOf(roles, role), permissionsOf(roles, other)));
  const assignable = Object.keys(roles).filter(outranks);
  // An owner may do all.
  const ranked = Object.keys(roles)
    .filter((name) => name !== ownerRole)
    .sort((a, b) => countOf(roles, a) - countOf(roles, b));
  const hasOthers = parseRoles(role).some((name) => name !== ownerRole);
  return {
    isOwner,
    isOwnerRole,
    roleAfterTransfer: hasOthers ? null : (ranked.find((name) => name === usualAdmin) ?? ranked.at(-1) ?? null),
    can: (wanted) => can(roles, role, wanted),
    outranks,
    assignable,
    lowest: ranked.find((name) => assignable.includes(name)) ?? assignable[0] ?? null,
  };
}

/** The role that a former owner gets, if the server has this role. */
const usualAdmin = "admin";

/** The number of actions of a role. */
const countOf = (roles: Roles, role: string): number => Object.values(permissionsOf(roles, role)).flat().length;
