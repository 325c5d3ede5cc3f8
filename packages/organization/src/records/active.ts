import type { Session, SessionRow, User } from "@keyhold/core";
import {
  type AddedColumns,
  type Context,
  pagesOf,
  sessionModel,
  type TxContext,
  updateSession,
  withColumns,
} from "@keyhold/core/plugin";
import { hooksAt } from "../hooks/offers.js";
import { memberModel, type OrganizationSession, organizationModel, sessionColumns } from "../models.js";

/** The session with the columns of this plugin. */
const workingSessionModel = withColumns(sessionModel, sessionColumns);

/** The active organization of a session. */
export const activeOrganizationId = ({
  activeOrganizationId = null,
}: Session & Partial<OrganizationSession>): string | null => activeOrganizationId;

/** The id of a call's organization: the given id, else the active organization's. */
export const chosenOrganizationId = (
  { organizationId }: { readonly organizationId?: string | null | undefined },
  session: Session,
): string | null => organizationId ?? activeOrganizationId(session);

/**
 * Sets the active organization of a session; null clears it. Lock the organization in the same transaction, so that it
 * cannot be deleted concurrently.
 */
export async function activate(
  ctx: Context | TxContext,
  session: SessionRow,
  organizationId: string | null,
): Promise<void> {
  await updateSession(ctx, session, await activation(ctx, session, organizationId));
}

/** The session columns to change together with the active organization. */
export async function activation(
  ctx: Context | TxContext,
  session: SessionRow,
  organizationId: string | null,
): Promise<AddedColumns> {
  let change: AddedColumns = { activeOrganizationId: organizationId };
  for (const hook of hooksAt(ctx, "organization.activate")) change = await hook(change, ctx, session);
  return change;
}

/** Clears this active organization in all sessions of a user. */
export async function clearActiveOrganization(
  ctx: TxContext,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<void> {
  const where = { userId, activeOrganizationId: organizationId };
  for await (const sessions of pagesOf(ctx.db, workingSessionModel, where)) {
    await ctx.sessionCache?.invalidate(sessions.map(({ token }) => token));
    for (const { id } of sessions) {
      // Another call may have ended the session, or made another organization active, which stays.
      const session = await ctx.db.lock(workingSessionModel, id);
      if (session?.activeOrganizationId !== organizationId) continue;
      await ctx.db.update(workingSessionModel, id, await activation(ctx, session, null));
    }
  }
}

/**
 * Invalidates the session cache entries with this active organization, before the organization is deleted. No-op
 * without a session cache.
 */
export async function invalidateSessionCacheOf(ctx: TxContext, organizationId: string): Promise<void> {
  if (!ctx.sessionCache) return;
  for await (const sessions of pagesOf(ctx.db, workingSessionModel, { activeOrganizationId: organizationId }))
    await ctx.sessionCache.invalidate(sessions.map(({ token }) => token));
}

/** A session about to be created. */
interface SignIn {
  readonly user: User;
  readonly isNewUser: boolean;
  readonly replaced: (SessionRow & Partial<OrganizationSession>) | null;
}

/** Whether the user is a member. Locks the organization, so that a concurrent removal sees the new session. */
const isMemberOfLocked = async ({ db }: TxContext, organizationId: string, userId: string): Promise<boolean> =>
  (await db.lock(organizationModel, organizationId)) !== null && db.exists(memberModel, { organizationId, userId });

/** Keeps the active organization when a user signs in again, e.g. to get a fresh session. */
export async function keepActive({ user, replaced }: SignIn, ctx: TxContext): Promise<AddedColumns | undefined> {
  const organizationId = replaced?.activeOrganizationId ?? null;
  if (!replaced || organizationId === null) return undefined;
  return (await isMemberOfLocked(ctx, organizationId, user.id)) ? activation(ctx, replaced, organizationId) : undefined;
}

/** The initial active organization of a new session: the first that the user joined; undefined for a new user. */
export async function firstJoined({ user, isNewUser }: SignIn, ctx: TxContext): Promise<AddedColumns | undefined> {
  if (isNewUser) return undefined;
  const [first] = await ctx.db.list(memberModel, { userId: user.id }, { orderBy: "createdAt", limit: 1 });
  if (!first || !(await isMemberOfLocked(ctx, first.organizationId, user.id))) return undefined;
  return { activeOrganizationId: first.organizationId };
}
