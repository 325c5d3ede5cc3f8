import type { Context } from "../context.js";
import type { Letter } from "../mail.js";

/** Whether one more letter of this kind may go to this address now: nobody's mailbox can be filled through us. */
export async function mayWriteTo(ctx: Context, kind: Letter["kind"], address: string): Promise<boolean> {
  const { enabled, letters } = ctx.settings.rateLimit;
  if (!enabled) return true;
  return (await ctx.limiter.consume(`letter|${kind}|${address}`, letters)).isAllowed;
}
