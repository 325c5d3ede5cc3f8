import { type Context, holdAll, refuseEnded, type Session, type TxContext } from "@keyhold/core";
import { reaches } from "./authority.js";
import { type Deed, refuseUnable } from "./deeds.js";
import { type HeldUser, managedUserModel } from "./models.js";
import type { AdminSettings } from "./options.js";

/** What somebody is about to do, and to whom. */
export interface Act {
  readonly settings: AdminSettings;
  readonly session: Session;
  readonly deed: Deed;
  readonly userId: string;
}

/** Both as they stand in the database, held: neither changes until it is done. */
export interface Acting {
  readonly actor: HeldUser;
  readonly target: HeldUser;
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
  const { settings, session, deed, userId } = act;
  // Without a lock, so that whoever may not anyway keeps nobody waiting.
  refuseUnable(ctx, settings, { user: session.user, deed });
  const done = await ctx.atomically(async (ctx) => {
    const held = await holdAll(ctx.db, managedUserModel, [session.userId, userId]);
    const actor = await confirmActor(ctx, held.get(session.userId), act);
    const target = held.get(userId) ?? ctx.refuse("USER_NOT_FOUND", { status: 404 });
    if (!reaches(settings, actor, target)) return ctx.refuse("YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER");
    return { result: await work(ctx, { actor, target }) };
  });
  return done.result;
}

/** The same for what is done to nobody yet. */
export async function actAlone<T>(
  ctx: Context,
  act: Omit<Act, "userId">,
  work: (ctx: TxContext, actor: HeldUser) => Promise<T>,
): Promise<T> {
  const { settings, session, deed } = act;
  refuseUnable(ctx, settings, { user: session.user, deed });
  const done = await ctx.atomically(async (ctx) => {
    const held = await ctx.db.hold(managedUserModel, session.userId);
    return { result: await work(ctx, await confirmActor(ctx, held, act)) };
  });
  return done.result;
}

/** The caller, if they may still do it: what was seen before the lock may be over. */
async function confirmActor(
  ctx: TxContext,
  actor: HeldUser | null | undefined,
  { settings, session, deed }: Omit<Act, "userId">,
): Promise<HeldUser> {
  if (!actor) return ctx.refuse("UNAUTHORIZED");
  await refuseEnded(ctx, session);
  refuseUnable(ctx, settings, { user: actor, deed });
  return actor;
}
