import type { Context } from "../contract/context.js";
import type { Limit, Verdict } from "../contract/limit.js";
import type { EmailKind } from "../contract/mail.js";

/**
 * Counts an email of this kind to this address, and answers whether the email may be sent: an attacker cannot flood a
 * mailbox, nor use up what the app may send. `isSent`: false if no email would be sent. Emails that are not sent are
 * counted separately, so that these emails do not use up the limit of a later sign-up.
 */
export async function mayEmail(
  ctx: Pick<Context, "settings" | "limiter" | "emit">,
  kind: EmailKind,
  address: string,
  isSent = true,
): Promise<boolean> {
  const { enabled, emails, emailsPerApp } = ctx.settings.rateLimit;
  if (!enabled) return true;
  const consume = (of: string, limit: Limit, name: string, option: string): Promise<Verdict> => {
    const rule = { name, option, effect: "Further emails are not sent, and no answer says so," };
    return ctx.limiter.consume(`${isSent ? "email" : "no email"}|${of}`, limit, isSent ? () => rule : undefined);
  };
  const name = `emails of the kind "${kind}" to one address`;
  const { isAllowed } = await consume(`${kind}|${address}`, emails, name, "rateLimit.emails");
  if (!isAllowed || !emailsPerApp) return isAllowed;
  const { max } = emailsPerApp;
  const app = await consume("app", emailsPerApp, "emails of the app", "rateLimit.emailsPerApp");
  const { count } = app;
  if (isSent && [Math.ceil(max / 2), max].includes(count))
    ctx.emit({ type: "email.ceiling", count, max, isReached: count === max });
  return app.isAllowed;
}
