import { type AddedColumns, storedRow, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import type { Joining } from "../events.js";
import { emit } from "../events.js";
import { hooksAt, type LockedOrganization, type MemberDraft, type MemberHook } from "../hooks/offers.js";
import { type Invitation, type Member, memberModel } from "../models.js";
import { failTaken } from "../records/conflict.js";
import { showOrganization } from "../records/show.js";
import { showMember } from "./show.js";

/** A user to add as a member. */
export interface NewMember {
  readonly userId: string;
  /** In the stored form. */
  readonly role: string;
  /** Columns of other plugins, as returned by `readColumns`. */
  readonly columns?: AddedColumns;
  readonly reason: Joining;
  readonly invitation: Invitation | null;
  readonly actorId: string | null;
  /** The result of `prepareMember`; empty for the creator of an organization. */
  readonly prepared: readonly MemberHook[];
  /** The maximum number of members, including the new member. */
  readonly limit: number;
}

/**
 * Adds a member to a locked organization. The lock keeps the count of members exact.
 *
 * @throws AuthError ORGANIZATION_MEMBERSHIP_LIMIT_REACHED, USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION
 */
export async function addMember(
  ctx: TxContext<"ORGANIZATION_MEMBERSHIP_LIMIT_REACHED" | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION">,
  organization: LockedOrganization,
  { userId, role, columns = {}, reason, invitation, actorId, prepared, limit }: NewMember,
): Promise<Member> {
  const organizationId = organization.id;
  const members = Number.isFinite(limit) ? await ctx.db.count(memberModel, { organizationId }) : 0;
  if (members >= limit) return ctx.fail(organizationErrors.ORGANIZATION_MEMBERSHIP_LIMIT_REACHED);

  const place = { organization, actorId };
  let draft: MemberDraft = { ...columns, organizationId, userId, role, createdAt: ctx.now() };
  for (const hook of [...hooksAt(ctx, "member.add"), ...prepared])
    draft = await hook(draft, ctx, { ...place, reason, invitation });
  const member = await ctx.db.insert(memberModel, storedRow(ctx, memberModel, draft), organization, {
    onConflict: (conflict) =>
      failTaken(ctx, conflict, {
        organizationId: () => ctx.fail(organizationErrors.USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION),
      }),
  });
  const shown = { organization: showOrganization(ctx, organization), member: showMember(ctx, member) };
  emit(ctx, { type: "member.added", ...shown, reason, actorId });
  return member;
}
