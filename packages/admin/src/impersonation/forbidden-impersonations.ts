import type { Session, SessionRow } from "@keyhold/core";
import { pagesOf, type TxContext } from "@keyhold/core/plugin";
import { endSession } from "@keyhold/core/session";
import { mayDo } from "../authority/actions.js";
import { isAdministrator, outranks, type Ranked } from "../authority/authority.js";
import { type LockedUser, type ManagedUser, managedSessionModel, managedUserModel } from "../models.js";
import type { AdminSettings } from "../options.js";

/** A locked user with changed roles. */
export interface RoleChange {
  readonly before: LockedUser;
  readonly after: ManagedUser;
}

/**
 * Ends the impersonations that are no longer permitted after a role change: by users with fewer permissions now, and of
 * users with more. Otherwise an impersonation begun earlier would outlive the permission.
 */
export async function endForbiddenImpersonations(
  ctx: TxContext,
  settings: AdminSettings,
  { before, after }: RoleChange,
): Promise<void> {
  if (!outranks(settings, after, before)) await endBy(ctx, settings, after);
  if (!outranks(settings, before, after)) await endOf(ctx, settings, after);
}

async function endBy(ctx: TxContext, settings: AdminSettings, actor: ManagedUser): Promise<void> {
  const own = { impersonatedBy: actor.id };
  for await (const sessions of pagesOf(ctx.db, managedSessionModel, own, { with: managedUserModel })) {
    for (const session of sessions) if (!mayActAs(settings, actor, session.user)) await end(ctx, session);
  }
}

async function endOf(ctx: TxContext, settings: AdminSettings, user: ManagedUser): Promise<void> {
  for await (const sessions of pagesOf(ctx.db, managedSessionModel, { userId: user.id })) {
    for (const session of sessions) {
      const { impersonatedBy: id } = session;
      const actor = id === null ? null : await ctx.db.find(managedUserModel, { id });
      if (id !== null && !(actor && mayActAs(settings, actor, user))) await end(ctx, session);
    }
  }
}

const end = (ctx: TxContext, session: SessionRow | Session): Promise<void> =>
  endSession(ctx, session, "revoked by operator");

/** Whether the roles of both users permit the impersonation. */
const mayActAs = (settings: AdminSettings, actor: Ranked, user: Ranked): boolean =>
  mayDo(settings, actor, "impersonate user") &&
  outranks(settings, actor, user) &&
  (settings.allowImpersonatingAdmins || !isAdministrator(settings, user));
