import type { Session } from "@keyhold/core";
import type { Context, TxContext } from "@keyhold/core/plugin";
import type { LockedOrganization } from "../../hooks/offers.js";
import { type Membership, membershipOf } from "../../member/membership.js";
import type { LockedTeam } from "../hooks/offers.js";
import { type TeamRow, teamModel } from "../models.js";
import { organizationOptions } from "../organization-options.js";

/** A team, and the caller's membership in the organization. */
export interface VisibleTeam {
  readonly team: TeamRow;
  readonly me: Membership;
}

/**
 * Finds a team by id, independent of the active organization; null if the team does not exist or the caller is not a
 * member of the organization.
 */
export async function findVisible(ctx: Context, session: Session, teamId: string): Promise<VisibleTeam | null> {
  const team = await ctx.db.find(teamModel, { id: teamId });
  const me = team && (await callerIn(ctx, team.organizationId, session));
  return me && { team, me };
}

/** The id of a team, optionally with the organization's id. */
export interface TeamName {
  readonly teamId: string;
  readonly organizationId?: string | undefined;
}

/** The organization of a team in a call: the given organization, else the team's, as found by `findVisible`. */
export async function organizationOf(
  ctx: Context,
  session: Session,
  { teamId, organizationId }: TeamName,
): Promise<string | null> {
  if (organizationId !== undefined) return organizationId;
  const visible = await findVisible(ctx, session, teamId);
  return visible?.team.organizationId ?? null;
}

/** The caller's membership in an organization; null if they are not a member. */
export const callerIn = (
  ctx: Context | TxContext,
  organizationId: string,
  { userId }: Pick<Session, "userId">,
): Promise<Membership | null> => membershipOf(ctx, organizationOptions(ctx), { organizationId, userId });

/**
 * Finds a team of a locked organization, so that the team cannot change concurrently; null for a team of another
 * organization.
 */
export const teamOf = (ctx: TxContext, { id }: LockedOrganization, teamId: string): Promise<TeamRow | null> =>
  ctx.db.find(teamModel, { id: teamId, organizationId: id });

/** Locks a team of a locked organization, for writes to the team members. */
export async function lockTeam(ctx: TxContext, { id }: LockedOrganization, teamId: string): Promise<LockedTeam | null> {
  const team = await ctx.db.lock(teamModel, teamId);
  return team?.organizationId === id ? team : null;
}
