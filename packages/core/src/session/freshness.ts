import type { Context, Session } from "../contract/context.js";
import { actorOf } from "./actor.js";

/** Whether the person signed in a short time ago. Counted from sign-in: a refresh proves nothing, and who acts in their place is not them. */
export function isFresh(ctx: Context, session: Session): boolean {
  if (actorOf(ctx, session) !== null) return false;
  const { freshAgeSeconds } = ctx.settings.session;
  if (freshAgeSeconds === 0) return true;
  return ctx.now().getTime() - session.createdAt.getTime() <= freshAgeSeconds * 1000;
}
