import { isIn, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import type { LockedOrganization } from "../hooks/offers.js";
import { type Member, memberModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isOwner } from "../records/role-names.js";
import { roleTextsWith } from "./role-texts.js";

/** A member of a locked organization. The members do not change until the transaction ends. */
export interface LockedMember {
  readonly organization: LockedOrganization;
  readonly member: Member;
}

/**
 * Whether a locked organization has an owner besides this member. Most owners have only the creator's role, so a single
 * indexed count usually decides; otherwise combined roles such as "owner,admin" are searched by that index.
 */
export async function hasOtherOwner(
  ctx: TxContext,
  options: OrganizationOptions,
  { organization, member }: LockedMember,
): Promise<boolean> {
  const { creatorRole: role } = options;
  const organizationId = organization.id;
  const plain = await ctx.db.count(memberModel, { organizationId, role });
  if (plain > (member.role === role ? 1 : 0)) return true;
  const texts = await roleTextsWith(ctx, organizationId, [role]);
  const owners = await ctx.db.count(memberModel, { organizationId, role: isIn(texts) });
  return owners > (isOwner(options, member) ? 1 : 0);
}

/**
 * Fails if this change would leave a locked organization without an owner.
 *
 * @throws AuthError YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER
 */
export async function keepAnOwner(
  ctx: TxContext<"YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER">,
  options: OrganizationOptions,
  locked: LockedMember,
): Promise<void> {
  if (!isOwner(options, locked.member) || (await hasOtherOwner(ctx, options, locked))) return;
  ctx.fail(organizationErrors.YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER);
}
