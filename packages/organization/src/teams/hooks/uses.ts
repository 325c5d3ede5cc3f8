import type { PluginHooks, TxContext } from "@keyhold/core/plugin";
import type { InvitationDraft, MemberHook, OrganizationHooks, Place } from "../../hooks/offers.js";
import { limitFor } from "../../records/limit.js";
import { teamErrors } from "../errors.js";
import { teamModel } from "../models.js";
import type { TeamsOptions } from "../options.js";
import { keepTeam } from "../team/active.js";
import { createTeam } from "../team/create.js";
import { lockTeam, teamOf } from "../team/find.js";
import { addTeams } from "../team/list.js";
import { showTeam } from "../team/show.js";
import { joinTeam } from "../team-member/join.js";
import { emitTeamMembersRemoved, leaveTeams } from "../team-member/leave.js";

/** Creates a team with the name of a new organization, and adds the creator. */
const joinDefaultTeam =
  ({ defaultTeam }: TeamsOptions): MemberHook =>
  async (draft, ctx, { organization, actorId, reason }) => {
    if (reason !== "created" || !defaultTeam) return draft;
    const limit = Number.POSITIVE_INFINITY;
    const team = await createTeam(ctx, { organization, actorId }, { columns: { name: organization.name }, limit });
    await joinTeam(ctx, { organization, team, actorId }, { userId: draft.userId, limit });
    return { ...draft, teamId: team.id };
  };

/** Adds a user accepting an invitation to the invitation's team, and a user added by the app to the given team. */
const prepareTeamMembership =
  ({ maximumMembersPerTeam: limit }: TeamsOptions): OrganizationHooks["member.prepare"] =>
  async ({ invitation, columns }, ctx) => {
    if (typeof limit !== "function") return joinInvitedTeam(() => limit);
    const teamId = idIn(invitation ? invitation.teamId : columns.teamId);
    const team = teamId === null ? null : await ctx.db.find(teamModel, { id: teamId });
    const known = new Map(team ? [[team.id, await limitFor(limit, showTeam(ctx, team))]] : []);
    // An invitation renewed meanwhile may name another team, without a known limit: 0 then fails the join.
    return joinInvitedTeam((id) => known.get(id) ?? 0);
  };

const joinInvitedTeam =
  (limitOf: (teamId: string) => number): MemberHook =>
  async (draft, ctx, { organization, actorId, invitation }) => {
    const teamId = idIn(invitation ? invitation.teamId : draft.teamId);
    const team = teamId === null ? null : await lockTeam(ctx, organization, teamId);
    if (team) await joinTeam(ctx, { organization, team, actorId }, { userId: draft.userId, limit: limitOf(team.id) });
    // A pending invitation stays valid after the team is deleted.
    else if (teamId !== null && !invitation) ctx.fail(teamErrors.TEAM_NOT_FOUND);
    return { ...draft, teamId: team?.id ?? null };
  };

/** The team of an invitation must belong to the inviting organization. */
async function checkInvitation(
  draft: InvitationDraft,
  ctx: TxContext<"TEAM_NOT_FOUND">,
  { organization }: Place,
): Promise<InvitationDraft> {
  const teamId = idIn(draft.teamId);
  if (teamId !== null && !(await teamOf(ctx, organization, teamId))) return ctx.fail(teamErrors.TEAM_NOT_FOUND);
  return draft;
}

/** Reads a column of a plugin, which is missing in the row's type. */
const idIn = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** What this plugin does at the hooks of core and of `organization()`. */
export const hooksOf = (options: TeamsOptions): PluginHooks & Partial<OrganizationHooks> => ({
  "organization.show": addTeams,
  "organization.activate": keepTeam,
  "member.add": joinDefaultTeam(options),
  "member.prepare": prepareTeamMembership(options),
  "member.remove": leaveTeams,
  "invitation.create": checkInvitation,
  "user.delete": emitTeamMembersRemoved,
  "public-options": () => ({ teams: {} }),
});
