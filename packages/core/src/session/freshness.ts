import type { Context, Session } from "../context.js";

/** Whether the person signed in a short time ago. Counted from sign-in: a refresh proves nothing. */
export function isFresh(ctx: Context, session: Session): boolean {
  const { freshAgeSeconds } = ctx.settings.session;
  if (freshAgeSeconds === 0) return true;
  return ctx.now().getTime() - session.createdAt.getTime() <= freshAgeSeconds * 1000;
}
