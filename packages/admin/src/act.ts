import type { Session } from "@keyhold/core";
import { refuseEnded } from "@keyhold/core/internal";
import { type Context, lockAll, type TxContext } from "@keyhold/core/plugin";
import { type Action, refuseUnable } from "./actions.js";
import { outranks } from "./authority.js";
import { type LockedUser, managedUserModel } from "./models.js";
import type { AdminSettings } from "./options.js";

/** What somebody is about to do, and to whom. */
export interface Act {
  readonly settings: AdminSettings;
  readonly session: Session;
  readonly action: Action;
  readonly userId: string;
}

/** Both as they stand in the database, held: neither changes until it is done. */
export interface Acting {
  readonly actor: LockedUser;
  readonly target: LockedUser;
}

/**
 * Does something to a user, in one transaction with the question whether the caller may: by the caller's row, not by what
 * was known of it. Both are held, so of two who take each other's role at once one keeps theirs, and the last
 * administrator stays. Nobody does anything to somebody who may do more.
 *
 * @throws AuthError the code of the deed, UNAUTHORIZED, USER_NOT_FOUND, YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER
 */
export async function actOn<T>(
  ctx: Context,
  act: Act,
  work: (ctx: TxContext, acting: Acting) => Promise<T>,
): Promise<T> {
  const { settings, session, action, userId } = act;
  // Without a lock, so that whoever may not anyway keeps nobody waiting.
  refuseUnable(ctx, settings, { user: session.user, action });
  const done = await ctx.transaction(async (ctx) => {
    const locked = await lockAll(ctx.db, managedUserModel, [session.userId, userId]);
    const actor = await confirmActor(ctx, locked.get(session.userId), act);
    const target = locked.get(userId) ?? ctx.refuse("USER_NOT_FOUND", { status: 404 });
    if (!outranks(settings, actor, target)) return ctx.refuse("YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER");
    return { result: await work(ctx, { actor, target }) };
  });
  return done.result;
}

/** The same for what is done to nobody yet. */
export async function actAlone<T>(
  ctx: Context,
  act: Omit<Act, "userId">,
  work: (ctx: TxContext, actor: LockedUser) => Promise<T>,
): Promise<T> {
  const { settings, session, action } = act;
  refuseUnable(ctx, settings, { user: session.user, action });
  const done = await ctx.transaction(async (ctx) => {
    const locked = await ctx.db.lock(managedUserModel, session.userId);
    return { result: await work(ctx, await confirmActor(ctx, locked, act)) };
  });
  return done.result;
}

/** The caller, if they may still do it: what was seen before the lock may be over. */
async function confirmActor(
  ctx: TxContext,
  actor: LockedUser | null | undefined,
  { settings, session, action }: Omit<Act, "userId">,
): Promise<LockedUser> {
  if (!actor) return ctx.refuse("UNAUTHORIZED");
  await refuseEnded(ctx, session);
  refuseUnable(ctx, settings, { user: actor, action });
  return actor;
}
