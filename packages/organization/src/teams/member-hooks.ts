import type { TxContext } from "@keyhold/core/plugin";
import type { InvitationDraft, MemberHook, OrganizationHooks, Place } from "../hooks.js";
import { limitFor } from "../limit.js";
import { createTeam } from "./create.js";
import { lockTeam, teamOf } from "./find.js";
import { joinTeam } from "./join.js";
import { teamModel } from "./models.js";
import type { TeamsOptions } from "./options.js";
import { showTeam } from "./show.js";

/** A new organization gets a team of its name, which its creator joins. */
export const joinDefaultTeam =
  ({ defaultTeam }: TeamsOptions): MemberHook =>
  async (draft, ctx, { organization, actorId, reason }) => {
    if (reason !== "created" || !defaultTeam) return draft;
    const limit = Number.POSITIVE_INFINITY;
    const team = await createTeam(ctx, { organization, actorId }, { columns: { name: organization.name }, limit });
    await joinTeam(ctx, { organization, team, actorId }, { userId: draft.userId, limit });
    return { ...draft, teamId: team.id };
  };

/** A user who accepts an invitation joins its team; a user whom the app adds joins the team that the app names. */
export const prepareTeamMembership =
  ({ maximumMembersPerTeam: limit }: TeamsOptions): OrganizationHooks["member.prepare"] =>
  async ({ invitation, columns }, ctx) => {
    if (typeof limit !== "function") return joinInvitedTeam(() => limit);
    const teamId = idIn(invitation ? invitation.teamId : columns.teamId);
    const team = teamId === null ? null : await ctx.db.find(teamModel, { id: teamId });
    const known = new Map(team ? [[team.id, await limitFor(limit, showTeam(ctx, team))]] : []);
    // Where an invitation was renewed this moment, nobody has asked about the team that it leads into now.
    return joinInvitedTeam((id) => known.get(id) ?? 0);
  };

const joinInvitedTeam =
  (limitOf: (teamId: string) => number): MemberHook =>
  async (draft, ctx, { organization, actorId, invitation }) => {
    const teamId = idIn(invitation ? invitation.teamId : draft.teamId);
    const team = teamId === null ? null : await lockTeam(ctx, organization, teamId);
    if (team) await joinTeam(ctx, { organization, team, actorId }, { userId: draft.userId, limit: limitOf(team.id) });
    // An invitation outlives its team.
    else if (teamId !== null && !invitation) ctx.refuse("TEAM_NOT_FOUND");
    return { ...draft, teamId: team?.id ?? null };
  };

/** An invitation leads into a team of its own organization. */
export async function checkInvitation(
  draft: InvitationDraft,
  ctx: TxContext,
  { organization }: Place,
): Promise<InvitationDraft> {
  const teamId = idIn(draft.teamId);
  if (teamId !== null && !(await teamOf(ctx, organization, teamId))) return ctx.refuse("TEAM_NOT_FOUND");
  return draft;
}

/** A column of a row whose type does not say what plugins added. */
const idIn = (value: unknown): string | null => (typeof value === "string" ? value : null);
