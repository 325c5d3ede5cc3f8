import type { Context } from "../../contract/context.js";
import { mayEmail } from "../../limit/email-limit.js";
import type { User } from "../../model/models.js";
import { hasDuplicateSignUp } from "../../records/user/duplicate-sign-up.js";
import { publicUser } from "../../records/user/public.js";
import { issueVerification } from "./verification-link.js";
import { verificationLink } from "./verification-token.js";

/**
 * Sends the verification email, unless the address is verified, or the limit is reached, or there is no `mail`. No
 * response waits for the email, and no response fails because of the email: the operation has already succeeded, and
 * the user can request another email.
 */
export function sendVerification(ctx: Context, user: User, link: VerificationLink): void {
  ctx.later("Writing the verification email", () => offerVerification(ctx, user, link));
}

/** A user, or an address without a user. */
type Addressee = User | { readonly id: null; readonly email: string };

/** What the link of a verification email is for. */
export interface VerificationLink {
  /** Where the browser goes after the link. Default: a page of the server. */
  readonly callbackURL?: string | undefined;
  /** Whether a session that the link opens outlives the browser. Default true. */
  readonly isRemembered?: boolean;
}

interface Offer extends VerificationLink {
  /** The address is verified, and the link still has an effect in a session of the user. Default false. */
  readonly confirmsChange?: boolean;
}

/**
 * `sendVerification` for an address without a known user. The work before the response does not depend on the address.
 */
export async function offerVerification(
  ctx: Context,
  addressee: Addressee,
  { callbackURL, isRemembered = true, confirmsChange = false }: Offer,
): Promise<void> {
  const { email } = addressee;
  const reader = addressee.id !== null && (!addressee.emailVerified || confirmsChange) ? addressee : null;
  if (!ctx.settings.hasMail || !(await mayEmail(ctx, "verify-email", email, reader !== null))) return;
  const { expiresInSeconds } = ctx.settings.emailVerification;
  const userId = reader?.id ?? "";
  const token = await issueVerification(ctx, { id: userId, email }, isRemembered);
  const asksForPassword = await hasDuplicateSignUp(ctx, { id: userId, email });
  ctx.afterAnswer("Sending the verification email", async () => {
    if (!reader) return;
    const user = publicUser(ctx, reader);
    const url = verificationLink(ctx, token, callbackURL);
    ctx.send({ kind: "verify-email", to: email, user, url, token, expiresInSeconds, asksForPassword });
  });
}
