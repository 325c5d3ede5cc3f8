import type { Session } from "@keyhold/core";
import type { Context, TxContext } from "@keyhold/core/plugin";
import type { LockedOrganization } from "../hooks.js";
import { type Membership, membershipOf } from "../member/membership.js";
import type { LockedTeam } from "./hooks.js";
import { type TeamRow, teamModel } from "./models.js";
import { organizationOptions } from "./organization-options.js";

/** A team, and the caller as a member of its organization. */
export interface VisibleTeam {
  readonly team: TeamRow;
  readonly me: Membership;
}

/** The team of an id, whatever organization is active; null for whoever is no member of the team's, as of a team that is not there. */
export async function findVisible(ctx: Context, session: Session, teamId: string): Promise<VisibleTeam | null> {
  const team = await ctx.db.find(teamModel, { id: teamId });
  const me = team && (await callerIn(ctx, team.organizationId, session));
  return me && { team, me };
}

/** What names a team in a call. */
export interface TeamName {
  readonly teamId: string;
  readonly organizationId?: string | undefined;
}

/** The organization of a team in a call: the one that it names, else that of the team, as `findVisible` finds it. */
export async function organizationOf(
  ctx: Context,
  session: Session,
  { teamId, organizationId }: TeamName,
): Promise<string | null> {
  if (organizationId !== undefined) return organizationId;
  const visible = await findVisible(ctx, session, teamId);
  return visible?.team.organizationId ?? null;
}

/** The caller as a member of an organization; null when they are none. */
export const callerIn = (
  ctx: Context | TxContext,
  organizationId: string,
  { userId }: Pick<Session, "userId">,
): Promise<Membership | null> => membershipOf(ctx, organizationOptions(ctx), { organizationId, userId });

/** A team of a held organization, which nobody else changes or removes meanwhile; null for one of another organization, too. */
export const teamOf = (ctx: TxContext, { id }: LockedOrganization, teamId: string): Promise<TeamRow | null> =>
  ctx.db.find(teamModel, { id: teamId, organizationId: id });

/** The same, held, so that its members may be written. */
export async function lockTeam(ctx: TxContext, { id }: LockedOrganization, teamId: string): Promise<LockedTeam | null> {
  const team = await ctx.db.lock(teamModel, teamId);
  return team?.organizationId === id ? team : null;
}
