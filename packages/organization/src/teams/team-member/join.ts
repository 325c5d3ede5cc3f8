import { type AddedColumns, storedRow, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../../errors.js";
import type { Place } from "../../hooks/offers.js";
import { failTaken } from "../../records/conflict.js";
import { teamErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt, type TeamMemberDraft, type TeamPlace } from "../hooks/offers.js";
import { placedMemberModel, type TeamMember, teamMemberModel } from "../models.js";
import { lockTeam } from "../team/find.js";
import { showTeam, showTeamMember } from "../team/show.js";

/** A user to add to a team. */
export interface NewTeamMember {
  readonly userId: string;
  /** Columns of other plugins, as returned by `readColumns`. */
  readonly columns?: AddedColumns;
  /** The maximum number of team members, including the new member. */
  readonly limit: number;
}

/**
 * Adds a user to a locked team; a user already in the team stays unchanged. The lock keeps the count of team members
 * exact. The caller must ensure that the user is a member of the organization, or becomes a member in this transaction.
 *
 * @throws AuthError TEAM_MEMBER_LIMIT_REACHED
 */
export async function joinTeam(
  ctx: TxContext<"TEAM_MEMBER_LIMIT_REACHED">,
  place: TeamPlace,
  { userId, columns = {}, limit }: NewTeamMember,
): Promise<TeamMember> {
  const { team, actorId } = place;
  const teamId = team.id;
  const present = await ctx.db.find(teamMemberModel, { teamId, userId });
  if (present) return present;
  const members = Number.isFinite(limit) ? await ctx.db.count(teamMemberModel, { teamId }) : 0;
  if (members >= limit) return ctx.fail(teamErrors.TEAM_MEMBER_LIMIT_REACHED);

  let draft: TeamMemberDraft = { ...columns, teamId, userId, createdAt: ctx.now() };
  for (const hook of hooksAt(ctx, "team-member.add")) draft = await hook(draft, ctx, place);
  const row = await ctx.db.insert(teamMemberModel, storedRow(ctx, teamMemberModel, draft), team, {
    onConflict: (conflict) => failTaken(ctx, conflict),
  });
  const teamMember = showTeamMember(ctx, row);
  emit(ctx, { type: "team-member.added", team: showTeam(ctx, team), teamMember, actorId });
  return teamMember;
}

/**
 * Adds a member of a locked organization to a team, and records the member's first team on the member. The user must be
 * locked, so that they cannot be deleted concurrently.
 *
 * @throws AuthError TEAM_NOT_FOUND, MEMBER_NOT_FOUND, TEAM_MEMBER_LIMIT_REACHED
 */
export async function addToTeam(
  ctx: TxContext<"TEAM_NOT_FOUND" | "MEMBER_NOT_FOUND" | "TEAM_MEMBER_LIMIT_REACHED">,
  { organization, actorId }: Place,
  { teamId, ...newMember }: NewTeamMember & { readonly teamId: string },
): Promise<TeamMember> {
  const team = await lockTeam(ctx, organization, teamId);
  if (!team) return ctx.fail(teamErrors.TEAM_NOT_FOUND);
  const { userId } = newMember;
  const member = await ctx.db.find(placedMemberModel, { organizationId: organization.id, userId });
  if (!member) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
  const teamMember = await joinTeam(ctx, { organization, team, actorId }, newMember);
  if (member.teamId === null) await ctx.db.update(placedMemberModel, member.id, { teamId }, organization);
  return teamMember;
}
