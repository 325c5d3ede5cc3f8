import type { Session, SessionRow } from "@keyhold/core";
import { type AddedColumns, type Context, pagesOf, type TxContext, updateSession } from "@keyhold/core/plugin";
import { activation } from "../../records/active.js";
import { type TeamRow, type TeamsSession, teamSessionModel, type Working } from "../models.js";

/** The active team of a session. */
export const activeTeamId = ({ activeTeamId = null }: Session & Partial<TeamsSession>): string | null => activeTeamId;

/**
 * Makes a team of a locked organization active in a session, and the organization with the team; null clears the active
 * team.
 */
export async function activateTeam(ctx: Context | TxContext, session: Session, team: TeamRow | null): Promise<void> {
  const change = team ? await activation(ctx, session, team.organizationId) : {};
  await updateSession(ctx, session, { ...change, activeTeamId: team?.id ?? null });
}

/**
 * Clears the active team of a session when the active organization changes. Lock the new active organization before.
 * Reads the session again, because the call's copy may be outdated.
 */
export async function keepTeam(
  change: AddedColumns,
  ctx: Context | TxContext,
  session: SessionRow & Working,
): Promise<AddedColumns> {
  const { activeOrganizationId } = change;
  const mayStay = session.activeTeamId && session.activeOrganizationId === activeOrganizationId;
  if (!mayStay) return { ...change, activeTeamId: null };
  const now = await ctx.db.find(teamSessionModel, { id: session.id });
  const stays = now && now.activeOrganizationId === activeOrganizationId;
  return { ...change, activeTeamId: stays ? now.activeTeamId : null };
}

/** Clears this active team in all sessions of a user. */
export async function clearActiveTeam(
  ctx: TxContext,
  where: { readonly activeTeamId: string; readonly userId: string },
): Promise<void> {
  for await (const sessions of pagesOf(ctx.db, teamSessionModel, where)) {
    await ctx.sessionCache?.invalidate(sessions.map(({ token }) => token));
    for (const { id } of sessions) {
      // Another call may have ended the session, or made another team active, which stays.
      const session = await ctx.db.lock(teamSessionModel, id);
      if (session?.activeTeamId === where.activeTeamId)
        await ctx.db.update(teamSessionModel, id, { activeTeamId: null });
    }
  }
}

/**
 * Invalidates the session cache entries with this active team, before the team is deleted. No-op without a session
 * cache.
 */
export async function invalidateSessionCacheOf(ctx: TxContext, activeTeamId: string): Promise<void> {
  if (!ctx.sessionCache) return;
  for await (const sessions of pagesOf(ctx.db, teamSessionModel, { activeTeamId }))
    await ctx.sessionCache.invalidate(sessions.map(({ token }) => token));
}
