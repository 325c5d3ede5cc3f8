import type { Context } from "../contract/context.js";
import type { EmailKind } from "../contract/mail.js";

/**
 * Whether one more letter of this kind may go to this address now: nobody's mailbox can be filled through us.
 * `isSent`: false where none would go. That counts by itself, so that nobody uses up the letters of a later sign-up.
 */
export async function mayEmail(
  ctx: Pick<Context, "settings" | "limiter">,
  kind: EmailKind,
  address: string,
  isSent = true,
): Promise<boolean> {
  const { enabled, emails } = ctx.settings.rateLimit;
  if (!enabled) return true;
  const key = `${isSent ? "email" : "no letter"}|${kind}|${address}`;
  return (await ctx.limiter.consume(key, emails)).isAllowed;
}
