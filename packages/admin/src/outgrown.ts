import { endSession, pagesOf, type Session, type SessionRow, type TxContext } from "@keyhold/core";
import { isAdministrator, type Ranked, reaches } from "./authority.js";
import { mayDo } from "./deeds.js";
import { type HeldUser, type ManagedUser, managedSessionModel, managedUserModel } from "./models.js";
import type { Admin } from "./options.js";

/** A held user who has got other roles. */
export interface RoleChange {
  readonly before: HeldUser;
  readonly after: ManagedUser;
}

/**
 * Ends the impersonations that would not begin any more: by whoever may do less now, and of whoever may do more. Otherwise
 * somebody would act as an administrator because they began in time.
 */
export async function endOutgrown(ctx: TxContext, admin: Admin, { before, after }: RoleChange): Promise<void> {
  if (!reaches(admin, after, before)) await endBy(ctx, admin, after);
  if (!reaches(admin, before, after)) await endOf(ctx, admin, after);
}

async function endBy(ctx: TxContext, admin: Admin, actor: ManagedUser): Promise<void> {
  const own = { impersonatedBy: actor.id };
  for await (const sessions of pagesOf(ctx.db, managedSessionModel, own, { with: managedUserModel })) {
    for (const session of sessions) if (!mayActAs(admin, actor, session.user)) await end(ctx, session);
  }
}

async function endOf(ctx: TxContext, admin: Admin, user: ManagedUser): Promise<void> {
  for await (const sessions of pagesOf(ctx.db, managedSessionModel, { userId: user.id })) {
    for (const session of sessions) {
      const { impersonatedBy: id } = session;
      const actor = id === null ? null : await ctx.db.find(managedUserModel, { id });
      if (id !== null && !(actor && mayActAs(admin, actor, user))) await end(ctx, session);
    }
  }
}

const end = (ctx: TxContext, session: SessionRow | Session): Promise<void> =>
  endSession(ctx, session, "revoked by operator");

/** Whether the roles of the two allow it. */
const mayActAs = (admin: Admin, actor: Ranked, user: Ranked): boolean =>
  mayDo(admin, actor, "impersonate user") &&
  reaches(admin, actor, user) &&
  (admin.allowImpersonatingAdmins || !isAdministrator(admin, user));
