import type { User } from "@keyhold/core";
import type { Caller, Context, TxContext } from "@keyhold/core/plugin";
import { isConfirmed } from "@keyhold/core/users";
import { organizationErrors } from "../errors.js";
import type { Invitation } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isOpen } from "./open.js";

/** An invitation and the user claiming it. */
export interface Claim {
  readonly user: User;
  readonly invitation: Invitation;
  /** The request contains the token from the email. */
  readonly hasLink: boolean;
  readonly caller: Caller;
}

/**
 * Fails unless the invitation is open and addressed to this user. A user with an unverified address sees no invitation
 * to that address, except with the token from the email, which proves access to the mailbox.
 *
 * @throws AuthError YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION, EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION,
 * INVITATION_NOT_FOUND
 */
export async function requireClaim(
  ctx:
    | Context<
        | "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"
        | "INVITATION_NOT_FOUND"
        | "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"
      >
    | TxContext<
        | "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"
        | "INVITATION_NOT_FOUND"
        | "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"
      >,
  options: OrganizationOptions,
  { user, invitation, hasLink, caller }: Claim,
): Promise<void> {
  // Rows of the previous library may contain upper-case letters in the address.
  if (invitation.email.toLowerCase() !== user.email)
    ctx.fail(organizationErrors.YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION);
  if (!hasLink) await requireVerified(ctx, options, { user, caller });
  if (!isOpen(ctx, invitation)) ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
}

/**
 * Fails unless the user's email address is verified and the session belongs to the mailbox owner as far as is known
 * (decision 0038), or the app turned `requireEmailVerificationOnInvitation` off.
 *
 * @throws AuthError EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION
 */
export async function requireVerified(
  ctx: Context<"EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"> | TxContext<"EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION">,
  { requireEmailVerificationOnInvitation: isRequired }: OrganizationOptions,
  { user, caller }: Pick<Claim, "user" | "caller">,
): Promise<void> {
  if (!isRequired) return;
  if (!user.emailVerified) ctx.fail(organizationErrors.EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION);
  if (!(await isConfirmed(ctx, user, caller)))
    ctx.fail(organizationErrors.EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION, {
      message: "Open the link in the email of the invitation",
    });
}
