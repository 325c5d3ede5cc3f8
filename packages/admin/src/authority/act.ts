import type { Session } from "@keyhold/core";
import { type Context, commonErrors, lockAll, type TxContext } from "@keyhold/core/plugin";
import { requireLiveSession } from "@keyhold/core/session";
import { adminErrors } from "../errors.js";
import { type LockedUser, managedUserModel } from "../models.js";
import type { AdminSettings } from "../options.js";
import { type Action, type ActionErrorCode, requirePermission } from "./actions.js";
import { outranks } from "./authority.js";

/** An action of the caller on a user. */
export interface Act<D extends Action = Action> {
  readonly settings: AdminSettings;
  readonly session: Session;
  readonly action: D;
  readonly userId: string;
}

type ActingCode = "USER_NOT_FOUND" | "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER";

/** The current rows of both users, locked: neither changes until the action is done. */
export interface Acting {
  readonly actor: LockedUser;
  readonly target: LockedUser;
}

/**
 * Runs an action on a user in a single transaction with the authorization, by the caller's current row. Locks both
 * rows: if two administrators remove each other's role at once, one keeps the role, and the last administrator stays.
 * Fails if the target outranks the caller.
 *
 * @throws AuthError the code of the action, UNAUTHORIZED, USER_NOT_FOUND, YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER
 */
export async function actOn<T, D extends Action, Code extends string>(
  ctx: Context<Code | ActingCode | ActionErrorCode<D>>,
  act: Act<D>,
  work: (ctx: TxContext<Code | ActingCode | ActionErrorCode<D>>, acting: Acting) => Promise<T>,
): Promise<T> {
  const { settings, session, action, userId } = act;
  // Without a lock: a caller without the permission does not block other callers.
  requirePermission(ctx, settings, { user: session.user, action });
  const done = await ctx.transaction(async (ctx) => {
    const locked = await lockAll(ctx.db, managedUserModel, [session.userId, userId]);
    const actor = await confirmActor(ctx, locked.get(session.userId), act);
    const target = locked.get(userId) ?? ctx.fail(adminErrors.USER_NOT_FOUND, { status: 404 });
    if (!outranks(settings, actor, target)) return ctx.fail(adminErrors.YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER);
    return { result: await work(ctx, { actor, target }) };
  });
  return done.result;
}

/** Runs an action without a target user, in a single transaction with the authorization. */
export async function actAlone<T, D extends Action, Code extends string>(
  ctx: Context<Code | ActionErrorCode<D>>,
  act: Omit<Act<D>, "userId">,
  work: (ctx: TxContext<Code | ActionErrorCode<D>>, actor: LockedUser) => Promise<T>,
): Promise<T> {
  const { settings, session, action } = act;
  requirePermission(ctx, settings, { user: session.user, action });
  const done = await ctx.transaction(async (ctx) => {
    const locked = await ctx.db.lock(managedUserModel, session.userId);
    return { result: await work(ctx, await confirmActor(ctx, locked, act)) };
  });
  return done.result;
}

/** The caller, if they are still allowed: the check before the lock may be outdated. */
async function confirmActor<D extends Action>(
  ctx: TxContext<ActionErrorCode<D>>,
  actor: LockedUser | null | undefined,
  { settings, session, action }: Omit<Act<D>, "userId">,
): Promise<LockedUser> {
  if (!actor) return ctx.fail(commonErrors.UNAUTHORIZED);
  await requireLiveSession(ctx, session);
  requirePermission(ctx, settings, { user: actor, action });
  return actor;
}
