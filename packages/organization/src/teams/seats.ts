import type { Context, RowWith, TxContext } from "@keyhold/core";
import type { Member } from "../models.js";
import { type TeamRow, teamMemberModel, teamModel } from "./models.js";

/** Somebody's place in a team, with the team. */
export type Seat = RowWith<typeof teamMemberModel, typeof teamModel>;

const pageLength = 500;

/** The places that somebody has in teams, by the ids of the teams: the order in which everybody holds several. */
export async function seatsOf(ctx: Context | TxContext, userId: string): Promise<readonly Seat[]> {
  const all: Seat[] = [];
  let cursor: { readonly value: string; readonly id: string } | undefined;
  for (;;) {
    const page = await ctx.db.list(
      teamMemberModel,
      { userId },
      { orderBy: "teamId", limit: pageLength, with: teamModel, ...(cursor && { cursor }) },
    );
    all.push(...page);
    const last = page.at(-1);
    if (!last || page.length < pageLength) return all;
    cursor = { value: last.teamId, id: last.id };
  }
}

/** Those in the teams of one organization. */
export async function seatsIn(
  ctx: Context | TxContext,
  { organizationId, userId }: Pick<Member, "organizationId" | "userId">,
): Promise<readonly Seat[]> {
  const seats = await seatsOf(ctx, userId);
  return seats.filter(({ team }) => team.organizationId === organizationId);
}

/** Whether a member is in a team of their organization. In rows of the library that was here before the member alone says so. */
export const isSeated = async (
  ctx: Context | TxContext,
  { id: teamId }: TeamRow,
  { teamId: first, userId }: Member,
): Promise<boolean> => first === teamId || ctx.db.exists(teamMemberModel, { teamId, userId });
