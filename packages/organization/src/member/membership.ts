import { can, type Permissions, permissionsOf } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { type Member, memberModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { rolesIn } from "../role/authority.js";
import { rolesOf } from "../role/names.js";

/** A member, and what they may do. Read from the database whenever it decides something: never from a copy. */
export interface Membership {
  readonly member: Member;
  readonly roles: readonly string[];
  readonly permissions: Permissions;
}

/** Whose membership, and where. */
interface MembershipOf {
  readonly organizationId: string;
  readonly userId: string;
}

/** The membership of somebody, by one indexed read; null for whoever is no member, or of what does not exist. */
export async function membershipOf(
  ctx: Context | TxContext,
  options: OrganizationOptions,
  { organizationId, userId }: MembershipOf,
): Promise<Membership | null> {
  const member = await ctx.db.find(memberModel, { organizationId, userId });
  return member && resolveMembership(ctx, options, member);
}

/** What a member may do, by the roles of the app and of the organization. */
export async function resolveMembership(
  ctx: Context | TxContext,
  options: OrganizationOptions,
  member: Member,
): Promise<Membership> {
  const roles = rolesOf(member);
  const known = await rolesIn(ctx, options, { organizationId: member.organizationId, names: roles });
  return { member, roles, permissions: permissionsOf(known, roles) };
}

/** Whether a member may do all of it, which must be something: to want nothing is no question, and never allowed. */
export const isAllowed = ({ permissions }: Membership, wanted: Permissions): boolean =>
  can({ own: permissions }, "own", wanted);
