import type { Locked } from "../adapter/adapter.js";
import type { Context, Session, TxContext } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import { userModel } from "../model/models.js";
import { requireLiveSession } from "./close.js";

/**
 * Runs `work` in a transaction on the user of a session that has not ended: what a client asked for while it was signed
 * out has no effect.
 *
 * @throws AuthError UNAUTHORIZED
 */
export async function withLiveUser<T, Code extends string>(
  ctx: Context<Code>,
  session: Session,
  work: (ctx: TxContext<Code>, user: Locked<typeof userModel>) => Promise<T>,
): Promise<T> {
  const done = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
    await requireLiveSession(ctx, session);
    return { answer: await work(ctx, user) };
  });
  if (!done) throw commonError("UNAUTHORIZED");
  return done.answer;
}
