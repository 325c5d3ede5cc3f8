import type { Context } from "../../contract/context.js";
import { mayEmail } from "../../limit/email-limit.js";
import type { User } from "../../model/models.js";

/**
 * Notifies the user by email that a way to sign in was linked or unlinked (ASVS 6.3.7), after the change: no response
 * waits for the email, and no response fails because of the email. A failed change does not count toward the limit of
 * emails to the address.
 */
export function notifyAccountOwner(
  ctx: Context,
  user: User,
  { kind, providerId }: { readonly kind: "account-linked" | "account-unlinked"; readonly providerId: string },
): void {
  if (!ctx.settings.hasMail) return;
  ctx.later(`Writing the email "${kind}"`, async () => {
    if (!(await mayEmail(ctx, kind, user.email))) return;
    const providerName = ctx.providerNames.get(providerId) ?? providerId;
    ctx.send({ kind, to: user.email, user, providerId, providerName });
  });
}
