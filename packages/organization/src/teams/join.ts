import { storedRow } from "@keyhold/core/internal";
import { type AddedColumns, isConflict, type TxContext } from "@keyhold/core/plugin";
import { refuseTaken } from "../conflict.js";
import type { Place } from "../hooks.js";
import { emit } from "./events.js";
import { lockTeam } from "./find.js";
import { hooksAt, type TeamMemberDraft, type TeamPlace } from "./hooks.js";
import { placedMemberModel, type TeamMember, teamMemberModel } from "./models.js";
import { showTeam, showTeamMember } from "./show.js";

/** Who comes into a team. */
export interface NewTeamMember {
  readonly userId: string;
  /** Columns that plugins added, as `readColumns` reads them. */
  readonly columns?: AddedColumns;
  /** Members that the team may have, with this one. */
  readonly limit: number;
}

/**
 * Puts somebody into a held team, whose members are counted while nobody else joins. Whoever is in it already stays as they are.
 * That they are a member of the organization, or become one in this transaction, is the caller's to know.
 *
 * @throws AuthError TEAM_MEMBER_LIMIT_REACHED
 */
export async function joinTeam(
  ctx: TxContext,
  place: TeamPlace,
  { userId, columns = {}, limit }: NewTeamMember,
): Promise<TeamMember> {
  const { team, actorId } = place;
  const teamId = team.id;
  const present = await ctx.db.find(teamMemberModel, { teamId, userId });
  if (present) return present;
  const members = Number.isFinite(limit) ? await ctx.db.count(teamMemberModel, { teamId }) : 0;
  if (members >= limit) return ctx.refuse("TEAM_MEMBER_LIMIT_REACHED");

  let draft: TeamMemberDraft = { ...columns, teamId, userId, createdAt: ctx.now() };
  for (const hook of hooksAt(ctx, "team-member.add")) draft = await hook(draft, ctx, place);
  const row = await ctx.db.insert(teamMemberModel, storedRow(ctx, teamMemberModel, draft), team);
  if (isConflict(row)) return refuseTaken(ctx, row);
  const teamMember = showTeamMember(ctx, row);
  emit(ctx, { type: "team-member.added", team: showTeam(ctx, team), teamMember, actorId });
  return teamMember;
}

/**
 * Puts a member of a held organization into one of its teams, which is told with them if it is their first. Their user is held,
 * so that they are not gone meanwhile.
 *
 * @throws AuthError TEAM_NOT_FOUND, MEMBER_NOT_FOUND, TEAM_MEMBER_LIMIT_REACHED
 */
export async function addToTeam(
  ctx: TxContext,
  { organization, actorId }: Place,
  { teamId, ...newMember }: NewTeamMember & { readonly teamId: string },
): Promise<TeamMember> {
  const team = await lockTeam(ctx, organization, teamId);
  if (!team) return ctx.refuse("TEAM_NOT_FOUND");
  const { userId } = newMember;
  const member = await ctx.db.find(placedMemberModel, { organizationId: organization.id, userId });
  if (!member) return ctx.refuse("MEMBER_NOT_FOUND");
  const teamMember = await joinTeam(ctx, { organization, team, actorId }, newMember);
  if (member.teamId === null) await ctx.db.update(placedMemberModel, member.id, { teamId }, organization);
  return teamMember;
}
