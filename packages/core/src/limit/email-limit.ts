import type { Context } from "../contract/context.js";
import type { LimitRule } from "../contract/limit.js";
import type { EmailKind } from "../contract/mail.js";

/**
 * Counts an email of this kind to this address, and answers whether the email may be sent: an attacker cannot flood a
 * mailbox. `isSent`: false if no email would be sent. Emails that are not sent are counted separately, so that these
 * emails do not use up the limit of a later sign-up.
 */
export async function mayEmail(
  ctx: Pick<Context, "settings" | "limiter">,
  kind: EmailKind,
  address: string,
  isSent = true,
): Promise<boolean> {
  const { enabled, emails } = ctx.settings.rateLimit;
  if (!enabled) return true;
  const key = `${isSent ? "email" : "no email"}|${kind}|${address}`;
  const ruleOf = (): LimitRule => ({
    name: `emails of the kind "${kind}" to one address`,
    option: "rateLimit.emails",
    effect: "Further emails are not sent, and no answer says so,",
  });
  return (await ctx.limiter.consume(key, emails, isSent ? ruleOf : undefined)).isAllowed;
}
