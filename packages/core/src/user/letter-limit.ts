import type { Context } from "../contract/context.js";
import type { LetterKind } from "../contract/mail.js";

/**
 * Whether one more letter of this kind may go to this address now: nobody's mailbox can be filled through us.
 * `isSent`: false where none would go. That counts by itself, so that nobody uses up the letters of a later sign-up.
 */
export async function mayWriteTo(
  ctx: Pick<Context, "settings" | "limiter">,
  kind: LetterKind,
  address: string,
  isSent = true,
): Promise<boolean> {
  const { enabled, letters } = ctx.settings.rateLimit;
  if (!enabled) return true;
  const key = `${isSent ? "letter" : "no letter"}|${kind}|${address}`;
  return (await ctx.limiter.consume(key, letters)).isAllowed;
}
