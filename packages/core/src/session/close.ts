import type { Context } from "../context.js";
import { sessionModel } from "../model/models.js";
import { storedAs } from "./stored-token.js";

/** Ends the session of a token, if there is one. */
export async function closeSession(ctx: Context, token: string): Promise<void> {
  const session = await ctx.db.find(sessionModel, { token: storedAs(token) });
  if (!session) return;
  const removed = await ctx.db.remove(sessionModel, { id: session.id });
  if (removed > 0)
    ctx.emit({ type: "session.ended", userId: session.userId, sessionId: session.id, reason: "signed out" });
}
