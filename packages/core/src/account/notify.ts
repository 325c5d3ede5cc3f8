import type { Context } from "../contract/context.js";
import type { User } from "../model/models.js";
import { mayEmail } from "../user/email-limit.js";

/**
 * Tells whose account it is by letter that a way to sign in came or went (ASVS 6.3.7), once that has happened: no answer
 * waits for it or fails with it. A change that was refused uses up none of the letters that may go to the address.
 */
export function notifyAccountOwner(
  ctx: Context,
  user: User,
  { kind, providerId }: { readonly kind: "account-linked" | "account-unlinked"; readonly providerId: string },
): void {
  if (!ctx.settings.hasMail) return;
  ctx.later(`Writing the letter "${kind}"`, async () => {
    if (!(await mayEmail(ctx, kind, user.email))) return;
    const providerName = ctx.providerNames.get(providerId) ?? providerId;
    ctx.send({ kind, to: user.email, user, providerId, providerName });
  });
}
