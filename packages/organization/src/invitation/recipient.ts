import type { User } from "@keyhold/core";
import { isConfirmed } from "@keyhold/core/internal";
import type { Caller, Context, TxContext } from "@keyhold/core/plugin";
import type { Invitation } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isOpen } from "./open.js";

/** An invitation, and who says that it is theirs. */
export interface Claim {
  readonly user: User;
  readonly invitation: Invitation;
  /** They named it by the secret of its letter. */
  readonly hasLink: boolean;
  readonly caller: Caller;
}

/**
 * Makes sure that an invitation is for this user and open. Whoever only says that an address is theirs is shown nothing that
 * was sent to it: they need proof, or the secret of the letter, which is one.
 *
 * @throws AuthError YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION, EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION,
 * INVITATION_NOT_FOUND
 */
export async function requireClaim(
  ctx: Context | TxContext,
  options: OrganizationOptions,
  { user, invitation, hasLink, caller }: Claim,
): Promise<void> {
  // Rows of the library that was here before may hold an address as it was typed.
  if (invitation.email.toLowerCase() !== user.email) ctx.refuse("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
  if (!hasLink) await requireVerified(ctx, options, { user, caller });
  if (!isOpen(ctx, invitation)) ctx.refuse("INVITATION_NOT_FOUND");
}

/**
 * Makes sure that the user's address is verified, and that this session belongs to the owner of the mailbox as far as is
 * known (decision 0038), unless the app turned `requireEmailVerificationOnInvitation` off.
 *
 * @throws AuthError EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION
 */
export async function requireVerified(
  ctx: Context | TxContext,
  { requireEmailVerificationOnInvitation: isRequired }: OrganizationOptions,
  { user, caller }: Pick<Claim, "user" | "caller">,
): Promise<void> {
  if (!isRequired) return;
  if (!user.emailVerified) ctx.refuse("EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION");
  if (!(await isConfirmed(ctx, user, caller)))
    ctx.refuse("EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION", {
      message: "Open the link in the email of the invitation",
    });
}
