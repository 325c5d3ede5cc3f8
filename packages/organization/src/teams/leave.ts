import type { User } from "@keyhold/core";
import { lockAll, type TxContext } from "@keyhold/core/plugin";
import type { LockedOrganization, Place } from "../hooks.js";
import type { Member } from "../models.js";
import { clearActiveTeam } from "./active.js";
import { emit } from "./events.js";
import { hooksAt, type TeamPlace } from "./hooks.js";
import { placedMemberModel, type TeamMember, type TeamRow, teamMemberModel, teamModel } from "./models.js";
import { showTeam, showTeamMember } from "./show.js";
import { teamMembershipsIn, teamMembershipsOf } from "./team-members.js";

/**
 * Takes somebody out of a held team; wherever they worked in it, they work in none.
 *
 * @throws AuthError MEMBER_NOT_FOUND when their account was deleted meanwhile
 */
export async function leaveTeam(ctx: TxContext, place: TeamPlace, teamMember: TeamMember): Promise<void> {
  const { organization, team } = place;
  for (const hook of hooksAt(ctx, "team-member.remove")) await hook(teamMember, ctx, place);
  if (!(await unseat(ctx, place, teamMember))) ctx.refuse("MEMBER_NOT_FOUND");
  await clearActiveTeam(ctx, { activeTeamId: team.id, userId: teamMember.userId });
  await moveToNextTeam(ctx, organization, { userId: teamMember.userId, left: team.id });
}

/** The rule for a member of a held organization who goes: out of all its teams. What their sessions show goes with the organization. */
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

/** Before a user is deleted, whose team memberships the database deletes, too. */
export async function emitTeamMembersRemoved({ id }: User, ctx: TxContext): Promise<void> {
  for (const { team, ...teamMember } of await teamMembershipsOf(ctx, id))
    emitTeamMemberRemoved(ctx, team, { teamMember, actorId: null });
}

/** False when the row is gone already: whoever is deleted waits for no organization. */
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

/** A member who has left their first team shows the one of the others that they joined first. */
async function moveToNextTeam(
  ctx: TxContext,
  organization: LockedOrganization,
  { userId, left }: { readonly userId: string; readonly left: string },
): Promise<void> {
  const organizationId = organization.id;
  const member = await ctx.db.find(placedMemberModel, { organizationId, userId });
  if (member?.teamId !== left) return;
  const teamMemberships = await teamMembershipsIn(ctx, member);
  // As numbers, because rows of the library that was here before may lack the moment.
  const [first] = teamMemberships.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  await ctx.db.update(placedMemberModel, member.id, { teamId: first?.teamId ?? null }, organization);
}
