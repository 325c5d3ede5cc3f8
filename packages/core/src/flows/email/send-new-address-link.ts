import type { Context } from "../../contract/context.js";
import { mayEmail } from "../../limit/email-limit.js";
import type { User } from "../../model/models.js";
import { verificationLink, writeVerificationToken } from "../verification/verification-token.js";

interface NewAddress {
  /** The public user, with the present address. */
  readonly user: User;
  readonly newEmail: string;
  /** Of the pending change. */
  readonly secret: string;
  readonly callbackURL: string | undefined;
}

/** Sends the link that confirms a pending address to that address, unless the limit is reached. No response waits for it. */
export function sendNewAddressLink(ctx: Context, { user, newEmail, secret, callbackURL }: NewAddress): void {
  ctx.later("Writing the email to a new address", async () => {
    if (!(await mayEmail(ctx, "verify-email", newEmail))) return;
    const written = { userId: user.id, email: newEmail, oneTimeToken: secret, isChange: true, isNewAddress: true };
    const token = await writeVerificationToken(ctx, written);
    const url = verificationLink(ctx, token, callbackURL);
    const { expiresInSeconds } = ctx.settings.emailVerification;
    ctx.send({ kind: "verify-email", to: newEmail, user, url, token, expiresInSeconds, asksForPassword: false });
  });
}
