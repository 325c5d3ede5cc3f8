import type { HookContext, PluginHooks } from "@keyhold/core/plugin";
import type { InvitationDraft, MemberHook, OrganizationHooks, Place } from "../../hooks/offers.js";
import { isAllowed } from "../../member/membership.js";
import { limitFor } from "../../records/limit.js";
import { teamErrors } from "../errors.js";
import { teamModel } from "../models.js";
import type { TeamsOptions } from "../options.js";
import { keepTeam } from "../team/active.js";
import { createTeam } from "../team/create.js";
import { callerIn, lockTeam, teamOf } from "../team/find.js";
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
    const given = idIn(invitation ? invitation.teamId : draft.teamId);
    // An inviter who may no longer add members to the team invites to the organization only.
    const teamId = given !== null && (!invitation || (await mayAdd(ctx, invitation))) ? given : null;
    const team = teamId === null ? null : await lockTeam(ctx, organization, teamId);
    if (team) await joinTeam(ctx, { organization, team, actorId }, { userId: draft.userId, limit: limitOf(team.id) });
    // A pending invitation stays valid after the team is deleted.
    else if (teamId !== null && !invitation) ctx.fail(teamErrors.TEAM_NOT_FOUND);
    return { ...draft, teamId: team?.id ?? null };
  };

/** Whether the inviter may add members to teams of the organization, as by `addTeamMember`. */
async function mayAdd(
  ctx: HookContext,
  { organizationId, inviterId }: Pick<InvitationDraft, "organizationId" | "inviterId">,
): Promise<boolean> {
  const inviter = await callerIn(ctx, organizationId, { userId: inviterId });
  return inviter !== null && isAllowed(inviter, { team: ["update"] });
}

/** The team of an invitation must belong to the inviting organization, and the inviter may add members to it. */
async function checkInvitation(
  draft: InvitationDraft,
  ctx: HookContext,
  { organization }: Place,
): Promise<InvitationDraft> {
  const teamId = idIn(draft.teamId);
  if (teamId !== null && !(await teamOf(ctx, organization, teamId))) return ctx.fail(teamErrors.TEAM_NOT_FOUND);
  if (teamId !== null && !(await mayAdd(ctx, draft))) ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM);
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
