import type { Context, TxContext } from "@keyhold/core";
import { limitFor } from "../limit.js";
import type { InvitationDraft, MemberDraft, MemberRule, OrganizationRules, Place } from "../rules.js";
import { createTeam } from "./create.js";
import { holdTeam, teamOf } from "./find.js";
import { joinTeam } from "./join.js";
import { teamModel } from "./models.js";
import type { TeamsOptions } from "./options.js";
import { showTeam } from "./show.js";

/** An organization begins with a team of its name, and who creates it with a place there. */
export const seatFounder =
  ({ defaultTeam }: TeamsOptions): MemberRule =>
  async (draft, ctx, { organization, actorId, reason }) => {
    if (reason !== "created" || !defaultTeam) return draft;
    const limit = Number.POSITIVE_INFINITY;
    const team = await createTeam(ctx, { organization, actorId }, { columns: { name: organization.name }, limit });
    await joinTeam(ctx, { organization, team, actorId }, { userId: draft.userId, limit });
    return { ...draft, teamId: team.id };
  };

/** Whoever accepts an invitation joins its team, and whom the app adds the one that it names. */
export const prepareSeat =
  (options: TeamsOptions): OrganizationRules["member.prepare"] =>
  async ({ invitation, columns }, ctx) => {
    const teamId = idIn(invitation ? invitation.teamId : columns.teamId);
    const limit = await limitOf(ctx, options, teamId);
    return (draft, ctx, place) => seatNewcomer(draft, ctx, { ...place, prepared: { teamId, limit } });
  };

type NewcomerPlace = Parameters<MemberRule>[2] & {
  readonly prepared: { readonly teamId: string | null; readonly limit: number };
};

async function seatNewcomer(draft: MemberDraft, ctx: TxContext, place: NewcomerPlace): Promise<MemberDraft> {
  const { organization, actorId, invitation, prepared } = place;
  const teamId = idIn(invitation ? invitation.teamId : draft.teamId);
  const team = teamId === null ? null : await holdTeam(ctx, organization, teamId);
  if (team) {
    // An invitation that was renewed this moment leads into another team than the one whose limit is known.
    const limit = team.id === prepared.teamId ? prepared.limit : 0;
    await joinTeam(ctx, { organization, team, actorId }, { userId: draft.userId, limit });
  } else if (teamId !== null && !invitation) {
    ctx.refuse("TEAM_NOT_FOUND");
  }
  return { ...draft, teamId: team?.id ?? null };
}

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

/** Asked of the team as it is before anything is held; none of one that is not there. */
async function limitOf(
  ctx: Context,
  { maximumMembersPerTeam: limit }: TeamsOptions,
  teamId: string | null,
): Promise<number> {
  if (typeof limit !== "function") return limit;
  const team = teamId === null ? null : await ctx.db.find(teamModel, { id: teamId });
  return team ? limitFor(limit, showTeam(ctx, team)) : 0;
}
