import type { Session } from "@keyhold/core";
import { type Caller, type Context, commonErrors } from "@keyhold/core/plugin";

const windowSeconds = 900;
const perSession = 5;
const perAddress = 20;

/** The client that tries a user code. */
export interface Trying {
  readonly session: Session | null;
  readonly caller: Caller;
}

/**
 * Counts a try of a user code before the code is looked up: 5 wrong codes of a session and 20 of an address in 15
 * minutes (RFC 8628, section 5.1). Answers with a function for a right code, which then does not count.
 *
 * @throws AuthError TOO_MANY_REQUESTS
 */
export async function countTry(ctx: Context, { session, caller }: Trying): Promise<() => Promise<void>> {
  // Both counts of a budget are of equal windows: right codes of a window raise no limit of the next window.
  const window = Math.floor(ctx.now().getTime() / (windowSeconds * 1000));
  const address = ctx.settings.clientAddress.bucketOf(caller.ipAddress);
  const budgets = [
    ...(session ? [{ key: `user codes, session|${session.id}|${window}`, max: perSession }] : []),
    // Clients without a known address share a count: a user with a session has a count of their own.
    ...(caller.ipAddress !== null || !session
      ? [{ key: `user codes, address|${address}|${window}`, max: perAddress }]
      : []),
  ];
  const rightKeys = budgets.map(({ key }) => `right ${key}`);
  const counts = await ctx.limiter.peek([...budgets.map(({ key }) => key), ...rightKeys]);
  const open = budgets.map(({ key, max }, index) => {
    const raised = max + (counts[budgets.length + index] ?? 0);
    return { key, max: raised, isUsedUp: (counts[index] ?? 0) >= raised };
  });
  // A try that the address does not allow counts for no session, and the other way round.
  for (const { key, max } of [...open.filter(({ isUsedUp }) => isUsedUp), ...open]) {
    const { isAllowed, retryAfterSeconds } = await ctx.limiter.consume(key, { windowSeconds, max });
    if (!isAllowed)
      return ctx.fail(commonErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": String(retryAfterSeconds) } });
  }
  return async () => {
    for (const key of rightKeys) await ctx.limiter.consume(key, { windowSeconds, max: Number.MAX_SAFE_INTEGER });
  };
}
