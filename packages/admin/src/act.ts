import type { Session } from "@keyhold/core";
import { refuseEnded } from "@keyhold/core/internal";
import { type Context, lockAll, type TxContext } from "@keyhold/core/plugin";
import { type Action, refuseUnable } from "./actions.js";
import { outranks } from "./authority.js";
import { type LockedUser, managedUserModel } from "./models.js";
import type { AdminSettings } from "./options.js";

/** An action of the caller on a user. */
export interface Act {
  readonly settings: AdminSettings;
  readonly session: Session;
  readonly action: Action;
  readonly userId: string;
}

/** Both rows are locked: neither changes until the transaction ends. */
export interface Acting {
  readonly actor: LockedUser;
  readonly target: LockedUser;
}

/**
 * Runs an action on a user in one transaction with its authorization, by the caller's current row. It locks both rows:
 * if two administrators remove each other's role at once, one keeps their role, and the last administrator stays. It
 * fails if the target outranks the caller.
 *
 * @throws AuthError the code of the action, UNAUTHORIZED, USER_NOT_FOUND, YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER
 */
export async function actOn<T>(
  ctx: Context,
  act: Act,
  work: (ctx: TxContext, acting: Acting) => Promise<T>,
): Promise<T> {
  const { settings, session, action, userId } = act;
  // Checked without a lock first, so that callers without the permission block no transaction.
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

/** Runs an action without a target user, in one transaction with its authorization. */
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

/** The caller, if they are still allowed: the check before the lock may be outdated. */
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
