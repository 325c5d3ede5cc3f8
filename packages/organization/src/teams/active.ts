import type { Session, SessionRow } from "@keyhold/core";
import { pagesOf } from "@keyhold/core/internal";
import { type AddedColumns, type Context, type TxContext, updateSession } from "@keyhold/core/plugin";
import { activation } from "../organization/active.js";
import { type TeamRow, type TeamsSession, teamSessionModel, type Working } from "./models.js";

/** The team that a session's person works in. */
export const activeTeamId = ({ activeTeamId = null }: Session & Partial<TeamsSession>): string | null => activeTeamId;

/** Makes a team of a held organization the active one of a session, and that organization with it; null: none. */
export async function activateTeam(ctx: Context | TxContext, session: Session, team: TeamRow | null): Promise<void> {
  const change = team ? await activation(ctx, session, team.organizationId) : {};
  await updateSession(ctx, session, { ...change, activeTeamId: team?.id ?? null });
}

/**
 * A session leaves its team with its organization. Asked while the organization that becomes the active one is held: the session
 * is read again then, because what a call has seen of it may be over.
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

/** Clears the active team of all sessions of a user in which it is this one. */
export async function clearActiveTeam(
  ctx: TxContext,
  where: { readonly activeTeamId: string; readonly userId: string },
): Promise<void> {
  for await (const sessions of pagesOf(ctx.db, teamSessionModel, where)) {
    await ctx.sessionCache?.invalidate(sessions.map(({ token }) => token));
    // Not by `updateSession`: a session that has ended meanwhile is no reason to refuse.
    for (const { id } of sessions) await ctx.db.update(teamSessionModel, id, { activeTeamId: null });
  }
}

/** Before a team is deleted: invalidates the copies of sessions that show it as the active one. Costs nothing where there are no copies. */
export async function invalidateSessionCacheOf(ctx: TxContext, activeTeamId: string): Promise<void> {
  if (!ctx.sessionCache) return;
  for await (const sessions of pagesOf(ctx.db, teamSessionModel, { activeTeamId }))
    await ctx.sessionCache.invalidate(sessions.map(({ token }) => token));
}
