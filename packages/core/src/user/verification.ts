import type { Context } from "../context.js";
import type { User } from "../model/models.js";
import { issueTicket } from "../secret/ticket.js";
import { mayWriteTo } from "./letter-limit.js";
import { publicUser } from "./public.js";
import { type Claim, verifyEmailTicket } from "./tickets.js";
import { verificationLink, writeVerificationToken } from "./verification-token.js";

/**
 * Sends the letter that proves an address, unless it is proven or too many went there already, or there is no mail.
 * No answer waits for it or fails with it: what it follows has happened, and another letter can be asked for.
 */
export function sendVerification(ctx: Context, user: User, callbackURL: string | undefined): void {
  const offer = { email: user.email, user, claim: null };
  ctx.later("Writing the letter that proves an address", () => offerVerification(ctx, offer, callbackURL));
}

export interface VerificationOffer {
  /** In its stored form. */
  readonly email: string;
  /** Whose it is; null when nobody's. */
  readonly user: User | null;
  /** What following the link brings besides. */
  readonly claim: Claim | null;
}

/** The same for an address of which nothing is known yet: what is done is the same whoever has it, and only a letter tells. */
export async function offerVerification(
  ctx: Context,
  { email, user, claim }: VerificationOffer,
  callbackURL: string | undefined,
): Promise<void> {
  if (!ctx.settings.hasMail || !(await mayWriteTo(ctx, "verify-email", email))) return;
  const { expiresInSeconds } = ctx.settings.emailVerification;
  const reader = user?.emailVerified === false ? user : null;
  const ticket = await issueTicket(ctx, verifyEmailTicket(expiresInSeconds), { claim });
  const token = await writeVerificationToken(ctx, { userId: reader?.id ?? "", email, ticket, newEmail: null });
  if (!reader) return;
  const url = verificationLink(ctx, token, callbackURL);
  ctx.send({ kind: "verify-email", to: reader.email, user: publicUser(ctx, reader), url, token, expiresInSeconds });
}
