import { type AddedColumns, isConflict, storedRow, type TxContext } from "@keyhold/core";
import { refuseTaken } from "../conflict.js";
import type { Joining } from "../events.js";
import { tell } from "../events.js";
import { type Invitation, type Member, memberModel } from "../models.js";
import { showOrganization } from "../organization/show.js";
import { type HeldOrganization, type MemberDraft, type MemberRule, rulesAt } from "../rules.js";
import { showMember } from "./show.js";

/** Who joins, how, and as what. */
export interface Newcomer {
  readonly userId: string;
  /** In the form that is stored. */
  readonly role: string;
  /** Columns that plugins added, as `readColumns` reads them. */
  readonly columns?: AddedColumns;
  readonly reason: Joining;
  readonly invitation: Invitation | null;
  readonly actorId: string | null;
  /** What `prepareMember` found; of who creates an organization nothing. */
  readonly prepared: readonly MemberRule[];
  /** Members that there may be, with this one. */
  readonly limit: number;
}

/**
 * Makes somebody a member of a held organization, whose members are counted while nobody else joins.
 *
 * @throws AuthError ORGANIZATION_MEMBERSHIP_LIMIT_REACHED, USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION
 */
export async function addMember(
  ctx: TxContext,
  organization: HeldOrganization,
  { userId, role, columns = {}, reason, invitation, actorId, prepared, limit }: Newcomer,
): Promise<Member> {
  const organizationId = organization.id;
  const members = Number.isFinite(limit) ? await ctx.db.count(memberModel, { organizationId }) : 0;
  if (members >= limit) return ctx.refuse("ORGANIZATION_MEMBERSHIP_LIMIT_REACHED");

  const place = { organization, actorId };
  let draft: MemberDraft = { ...columns, organizationId, userId, role, createdAt: ctx.now() };
  for (const rule of [...rulesAt(ctx, "member.add"), ...prepared])
    draft = await rule(draft, ctx, { ...place, reason, invitation });
  const member = await ctx.db.insert(memberModel, storedRow(ctx, memberModel, draft), organization);
  if (isConflict(member))
    return refuseTaken(ctx, member, { organizationId: "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION" });
  const shown = { organization: showOrganization(ctx, organization), member: showMember(ctx, member) };
  tell(ctx, { type: "member.added", ...shown, reason, actorId });
  return member;
}
