import type { User } from "@keyhold/core";
import { lockAll, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../../errors.js";
import type { LockedOrganization, Place } from "../../hooks/offers.js";
import type { Member } from "../../models.js";
import { emit } from "../events.js";
import { hooksAt, type TeamPlace } from "../hooks/offers.js";
import { placedMemberModel, type TeamMember, type TeamRow, teamMemberModel, teamModel } from "../models.js";
import { clearActiveTeam } from "../team/active.js";
import { showTeam, showTeamMember } from "../team/show.js";
import { teamMembershipsIn, teamMembershipsOf } from "./find.js";

/**
 * Removes a member from a locked team. In the member's sessions the team is no longer active.
 *
 * @throws AuthError MEMBER_NOT_FOUND if their account was deleted meanwhile
 */
export async function leaveTeam(
  ctx: TxContext<"MEMBER_NOT_FOUND">,
  place: TeamPlace,
  teamMember: TeamMember,
): Promise<void> {
  const { organization, team } = place;
  for (const hook of hooksAt(ctx, "team-member.remove")) await hook(teamMember, ctx, place);
  if (!(await unseat(ctx, place, teamMember))) ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
  await clearActiveTeam(ctx, { activeTeamId: team.id, userId: teamMember.userId });
  await moveToNextTeam(ctx, organization, { userId: teamMember.userId, left: team.id });
}

/**
 * The hook for a member leaving a locked organization: removes the member from all teams. The active team of their
 * sessions is cleared together with the active organization.
 */
export async function leaveTeams(member: Member, ctx: TxContext, { organization, actorId }: Place): Promise<void> {
  const teamMemberships = await teamMembershipsIn(ctx, member);
  const locked = await lockAll(
    ctx.db,
    teamModel,
    teamMemberships.map(({ teamId }) => teamId),
  );
  for (const { team: _, ...teamMember } of teamMemberships) {
    const team = locked.get(teamMember.teamId);
    if (team) await unseat(ctx, { organization, team, actorId }, teamMember);
  }
}

/** Runs before a user is deleted; the database deletes their team memberships. */
export async function emitTeamMembersRemoved({ id }: User, ctx: TxContext): Promise<void> {
  for (const { team, ...teamMember } of await teamMembershipsOf(ctx, id))
    emitTeamMemberRemoved(ctx, team, { teamMember, actorId: null });
}

/** False if the row is already deleted: the deletion of a user does not wait for the lock of an organization. */
async function unseat(ctx: TxContext, { team, actorId }: TeamPlace, teamMember: TeamMember): Promise<boolean> {
  const removed = await ctx.db.remove(teamMemberModel, { id: teamMember.id }, team);
  if (removed > 0) emitTeamMemberRemoved(ctx, team, { teamMember, actorId });
  return removed > 0;
}

const emitTeamMemberRemoved = (
  ctx: TxContext,
  team: TeamRow,
  { teamMember, actorId }: { readonly teamMember: TeamMember; readonly actorId: string | null },
): void =>
  emit(ctx, {
    type: "team-member.removed",
    team: showTeam(ctx, team),
    teamMember: showTeamMember(ctx, teamMember),
    actorId,
  });

/** If a member left their first team, the first team becomes the earliest-joined of their other teams. */
async function moveToNextTeam(
  ctx: TxContext,
  organization: LockedOrganization,
  { userId, left }: { readonly userId: string; readonly left: string },
): Promise<void> {
  const organizationId = organization.id;
  const member = await ctx.db.find(placedMemberModel, { organizationId, userId });
  if (member?.teamId !== left) return;
  const teamMemberships = await teamMembershipsIn(ctx, member);
  // As numbers, because `createdAt` may be null in rows of the previous library.
  const [first] = teamMemberships.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  await ctx.db.update(placedMemberModel, member.id, { teamId: first?.teamId ?? null }, organization);
}
