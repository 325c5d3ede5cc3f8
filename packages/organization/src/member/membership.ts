import { can, type Permissions, permissionsOf } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { type Member, memberModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { rolesIn } from "../records/role-authority.js";
import { rolesOf } from "../records/role-names.js";

/** A member with their permissions. Authorization reads the membership from the database, never from a cache. */
export interface Membership {
  readonly member: Member;
  readonly roles: readonly string[];
  readonly permissions: Permissions;
}

/** A user in an organization. */
export interface MembershipOf {
  readonly organizationId: string;
  readonly userId: string;
}

/**
 * Finds the membership of a user by a single indexed read; null if the user is not a member or the organization does
 * not exist.
 */
export async function membershipOf(
  ctx: Context | TxContext,
  options: OrganizationOptions,
  { organizationId, userId }: MembershipOf,
): Promise<Membership | null> {
  const member = await ctx.db.find(memberModel, { organizationId, userId });
  return member && resolveMembership(ctx, options, member);
}

/** The permissions of a member, from the roles of the app and of the organization. */
export async function resolveMembership(
  ctx: Context | TxContext,
  options: OrganizationOptions,
  member: Member,
): Promise<Membership> {
  const roles = rolesOf(member);
  const known = await rolesIn(ctx, options, { organizationId: member.organizationId, names: roles });
  return { member, roles, permissions: permissionsOf(known, roles) };
}

/** Whether a member has all wanted permissions. An empty set is never allowed. */
export const isAllowed = ({ permissions }: Membership, wanted: Permissions): boolean =>
  can({ own: permissions }, "own", wanted);
