import type { Locked } from "../adapter/adapter.js";
import { pagesOf } from "../adapter/pages.js";
import type { ReadingContext, Session, TxContext } from "../contract/context.js";
import { sessionModel, type User, type userModel } from "../model/models.js";
import { actorOf } from "./actor.js";
import { endSession } from "./close.js";

/**
 * Whether the user of a session must have a second factor and has not given a factor: by the hooks at
 * "session.restricted". An administrator who acts in the user's place is not restricted by the user's factors.
 */
export async function isRestricted(ctx: ReadingContext, session: Session): Promise<boolean> {
  const hooks = ctx.hooks("session.restricted");
  if (hooks.length === 0 || actorOf(ctx, session) !== null) return false;
  for (const hook of hooks) if (await hook(session, ctx)) return true;
  return false;
}

/** Ends the sessions of a locked user that a change of the user restricts, e.g. a promotion. */
export async function endRestricted(
  ctx: TxContext,
  { before, after }: { readonly before: User; readonly after: User },
): Promise<void> {
  if (ctx.hooks("session.restricted").length === 0) return;
  for await (const sessions of pagesOf(ctx.db, sessionModel, { userId: after.id }))
    for (const session of sessions) {
      const wasRestricted = await isRestricted(ctx, { ...session, user: before });
      if (!wasRestricted && (await isRestricted(ctx, { ...session, user: after })))
        await endSession(ctx, session, "factors changed");
    }
}

/**
 * Changes the factors of a locked user, and ends the sessions that the change has lifted: no factor was given in these
 * sessions, which were restricted until the user gives a factor.
 *
 * @example await endLifted(ctx, user, () => ctx.db.remove(keyModel, { id }, user));
 */
export async function endLifted(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  change: () => Promise<unknown>,
): Promise<void> {
  const restricted = await restrictedSessions(ctx, user);
  await change();
  for (const session of restricted)
    if (!(await isRestricted(ctx, session))) await endSession(ctx, session, "factors changed");
}

async function restrictedSessions(ctx: TxContext, user: Locked<typeof userModel>): Promise<readonly Session[]> {
  const restricted: Session[] = [];
  if (ctx.hooks("session.restricted").length === 0) return restricted;
  for await (const sessions of pagesOf(ctx.db, sessionModel, { userId: user.id }))
    for (const session of sessions)
      if (await isRestricted(ctx, { ...session, user })) restricted.push({ ...session, user });
  return restricted;
}
