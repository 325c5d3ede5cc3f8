import type { RowWith } from "@keyhold/core/adapter";
import { type Context, pagesOf, type TxContext } from "@keyhold/core/plugin";
import type { Member } from "../../models.js";
import { type TeamRow, teamMemberModel, teamModel } from "../models.js";

/** A team membership with the team. */
export type TeamMembership = RowWith<typeof teamMemberModel, typeof teamModel>;

/** The team memberships of a user. */
export async function teamMembershipsOf(ctx: Context | TxContext, userId: string): Promise<readonly TeamMembership[]> {
  const all: TeamMembership[] = [];
  for await (const teamMemberships of pagesOf(ctx.db, teamMemberModel, { userId }, { with: teamModel }))
    all.push(...teamMemberships);
  return all;
}

/** The team memberships of a user in an organization. */
export async function teamMembershipsIn(
  ctx: Context | TxContext,
  { organizationId, userId }: Pick<Member, "organizationId" | "userId">,
): Promise<readonly TeamMembership[]> {
  const teamMemberships = await teamMembershipsOf(ctx, userId);
  return teamMemberships.filter(({ team }) => team.organizationId === organizationId);
}

/**
 * Whether a member is in a team of their organization. In rows of the previous library only the member row may say so.
 */
export const isTeamMember = async (
  ctx: Context | TxContext,
  { id: teamId }: TeamRow,
  { teamId: first, userId }: Member,
): Promise<boolean> => first === teamId || ctx.db.exists(teamMemberModel, { teamId, userId });
