import type { Session, SessionRow, User } from "@keyhold/core";
import { pagesOf } from "@keyhold/core/internal";
import {
  type AddedColumns,
  type Context,
  sessionModel,
  type TxContext,
  updateSession,
  withColumns,
} from "@keyhold/core/plugin";
import { hooksAt } from "../hooks.js";
import { memberModel, type OrganizationSession, sessionColumns } from "../models.js";

/** The session as this plugin sees it. */
const workingSessionModel = withColumns(sessionModel, sessionColumns);

/** The organization that a session's person works in. */
export const activeOrganizationId = ({
  activeOrganizationId = null,
}: Session & Partial<OrganizationSession>): string | null => activeOrganizationId;

/** The organization that a call is about: the one that it names, else the active one. */
export const chosenOrganizationId = (
  { organizationId }: { readonly organizationId?: string | null | undefined },
  session: Session,
): string | null => organizationId ?? activeOrganizationId(session);

/** Makes an organization the active one of a session; null: none. Inside a transaction that holds the organization, so that it is not gone by then. */
export async function activate(
  ctx: Context | TxContext,
  session: SessionRow,
  organizationId: string | null,
): Promise<void> {
  await updateSession(ctx, session, await activation(ctx, session, organizationId));
}

/** The columns of a session that change with its active organization. */
export async function activation(
  ctx: Context | TxContext,
  session: SessionRow,
  organizationId: string | null,
): Promise<AddedColumns> {
  let change: AddedColumns = { activeOrganizationId: organizationId };
  for (const hook of hooksAt(ctx, "organization.activate")) change = await hook(change, ctx, session);
  return change;
}

/** Clears the active organization of all sessions of a user in which it is this one. */
export async function clearActiveOrganization(
  ctx: TxContext,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<void> {
  const where = { userId, activeOrganizationId: organizationId };
  for await (const sessions of pagesOf(ctx.db, workingSessionModel, where)) {
    await ctx.sessionCache?.invalidate(sessions.map(({ token }) => token));
    // Not by `updateSession`: a session that has ended meanwhile is no reason to refuse.
    for (const session of sessions)
      await ctx.db.update(workingSessionModel, session.id, await activation(ctx, session, null));
  }
}

/** Before an organization is deleted: invalidates the copies of sessions that show it as the active one. Costs nothing where there are no copies. */
export async function invalidateSessionCacheOf(ctx: TxContext, organizationId: string): Promise<void> {
  if (!ctx.sessionCache) return;
  for await (const sessions of pagesOf(ctx.db, workingSessionModel, { activeOrganizationId: organizationId }))
    await ctx.sessionCache.invalidate(sessions.map(({ token }) => token));
}

/** A session about to be opened. */
interface SignIn {
  readonly user: User;
  readonly isNewUser: boolean;
  readonly replaced: (SessionRow & Partial<OrganizationSession>) | null;
}

/** Whoever signs in again, as for a step that takes a newer sign-in, goes on where they were. */
export async function keepActive({ user, replaced }: SignIn, ctx: TxContext): Promise<AddedColumns | undefined> {
  const organizationId = replaced?.activeOrganizationId ?? null;
  if (!replaced || organizationId === null) return undefined;
  const isMember = await ctx.db.exists(memberModel, { organizationId, userId: user.id });
  return isMember ? activation(ctx, replaced, organizationId) : undefined;
}

/**
 * The organization that a new session begins in: the one that its person joined first; none for somebody new. It is not held:
 * whoever is removed from it at this very moment begins in one that they have left, which counts as none.
 */
export async function firstJoined({ user, isNewUser }: SignIn, ctx: TxContext): Promise<AddedColumns | undefined> {
  if (isNewUser) return undefined;
  const [first] = await ctx.db.list(memberModel, { userId: user.id }, { orderBy: "createdAt", limit: 1 });
  return first && { activeOrganizationId: first.organizationId };
}
