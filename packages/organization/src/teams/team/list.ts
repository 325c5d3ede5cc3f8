import { type Context, failCursor, pageOf, readCursor, userModel } from "@keyhold/core/plugin";
import { memberUserColumns, showMemberUser } from "../../member/show.js";
import type { FullOrganization, Team } from "../../routes/schemas.js";
import { teamMemberModel, teamModel } from "../models.js";
import type { TeamMemberWithUser } from "../schemas.js";
import { showTeam, showTeamMember } from "./show.js";

/** The maximum number of teams in a response. */
const maxListed = 1000;

/** Lists the teams of an organization, the oldest first. */
export async function teamsIn(ctx: Context, organizationId: string): Promise<Team[]> {
  const rows = await ctx.db.list(teamModel, { organizationId }, { orderBy: "createdAt", limit: maxListed });
  return rows.map((row) => showTeam(ctx, row));
}

/** Lists a user's teams in all organizations, in the order of joining. */
export async function teamsWith(ctx: Context, userId: string): Promise<Team[]> {
  const rows = await ctx.db.list(
    teamMemberModel,
    { userId },
    { orderBy: "createdAt", limit: maxListed, with: teamModel, columns: [] },
  );
  return rows.map(({ team }) => showTeam(ctx, team));
}

/** Adds the teams to the response of get-full-organization. */
export const addTeams = async (full: FullOrganization, ctx: Context): Promise<FullOrganization> => ({
  ...full,
  teams: await teamsIn(ctx, full.id),
});

export interface Page {
  readonly limit: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/**
 * Lists a page of the members of a team in the order of joining, with their public user fields, by a single join.
 *
 * @throws AuthError VALIDATION_ERROR for an invalid cursor
 */
export async function pageOfTeam(
  ctx: Context,
  teamId: string,
  { limit, cursor: given }: Page,
): Promise<{ readonly members: TeamMemberWithUser[]; readonly nextCursor: string | null }> {
  const cursor = given === undefined ? undefined : readCursor("date", given);
  if (cursor === null) return failCursor(ctx);
  const rows = await ctx.db.list(
    teamMemberModel,
    { teamId },
    {
      orderBy: "createdAt",
      limit: limit + 1,
      with: userModel,
      withColumns: memberUserColumns,
      ...(cursor && { cursor }),
    },
  );
  const { shown, nextCursor } = pageOf(rows, limit, "createdAt");
  return { members: shown.map((row) => ({ ...showTeamMember(ctx, row), user: showMemberUser(row) })), nextCursor };
}
