import type { Context, TxContext, User } from "@keyhold/core";
import type { Invitation } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isOpen } from "./open.js";

/** An invitation, and who says that it is theirs. */
export interface Claim {
  readonly user: User;
  readonly invitation: Invitation;
  /** They named it by the secret of its letter. */
  readonly hasLink: boolean;
}

/**
 * Makes sure that an invitation is for this user and open. Whoever only says that an address is theirs is shown nothing that
 * was sent to it: they need proof, or the secret of the letter, which is one.
 *
 * @throws AuthError YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION, EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION,
 * INVITATION_NOT_FOUND
 */
export function requireClaim(
  ctx: Pick<Context | TxContext, "now" | "refuse">,
  options: OrganizationOptions,
  { user, invitation, hasLink }: Claim,
): void {
  // Rows of the library that was here before may hold an address as it was typed.
  if (invitation.email.toLowerCase() !== user.email) ctx.refuse("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
  if (!hasLink) requireProven(ctx, options, user);
  if (!isOpen(ctx, invitation)) ctx.refuse("INVITATION_NOT_FOUND");
}

/**
 * Makes sure that the user's address is proven, where the app does not do without.
 *
 * @throws AuthError EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION
 */
export function requireProven(
  ctx: Pick<Context | TxContext, "refuse">,
  { requireEmailVerificationOnInvitation: isRequired }: OrganizationOptions,
  { emailVerified }: User,
): void {
  if (isRequired && !emailVerified) ctx.refuse("EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION");
}
