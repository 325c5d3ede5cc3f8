import type { Context } from "../contract/context.js";
import type { User } from "../model/models.js";
import { hasDuplicateSignUp } from "./duplicate-sign-up.js";
import { mayEmail } from "./email-limit.js";
import { publicUser } from "./public.js";
import { issueVerification } from "./verification-link.js";
import { verificationLink } from "./verification-token.js";

/**
 * Sends the letter that proves an address, unless it is proven or too many went there already, or there is no mail.
 * No answer waits for it or fails with it: what it follows has happened, and another letter can be asked for.
 */
export function sendVerification(ctx: Context, user: User, callbackURL: string | undefined): void {
  ctx.later("Writing the letter that proves an address", () => offerVerification(ctx, user, callbackURL));
}

/** Whoever may have an address: a user, or nobody. */
type Addressee = User | { readonly id: null; readonly email: string };

/** The same for an address of which nothing is known yet. The work before the answer is the same for every address. */
export async function offerVerification(
  ctx: Context,
  addressee: Addressee,
  callbackURL: string | undefined,
): Promise<void> {
  const { email } = addressee;
  const reader = addressee.id !== null && !addressee.emailVerified ? addressee : null;
  if (!ctx.settings.hasMail || !(await mayEmail(ctx, "verify-email", email, reader !== null))) return;
  const { expiresInSeconds } = ctx.settings.emailVerification;
  const userId = reader?.id ?? "";
  const token = await issueVerification(ctx, { id: userId, email });
  const asksForPassword = await hasDuplicateSignUp(ctx, { id: userId, email });
  ctx.afterAnswer("Sending the email that verifies an address", async () => {
    if (!reader) return;
    const user = publicUser(ctx, reader);
    const url = verificationLink(ctx, token, callbackURL);
    ctx.send({ kind: "verify-email", to: email, user, url, token, expiresInSeconds, asksForPassword });
  });
}
