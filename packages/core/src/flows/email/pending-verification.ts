import type { Context, Session } from "../../contract/context.js";
import { userModel } from "../../model/models.js";
import { recoveryAddress } from "../../records/user/held-address.js";
import { isRedeemable } from "../verification/verification-link.js";
import { isAbout, type VerificationToken } from "../verification/verification-token.js";
import { failToken, failUser } from "../verification/verify-address.js";
import { requireOwnSession } from "./change-email.js";
import { isSwitchPending } from "./switch-email.js";

/**
 * Whether a link still has an effect, without consuming it: false if the address was verified before, unless a change
 * of address waits for confirmation. Fails with the errors of following the link.
 *
 * @throws AuthError UNAUTHORIZED, NOT_ALLOWED_WHILE_IMPERSONATING, INVALID_TOKEN, USER_NOT_FOUND
 */
export async function isVerificationPending(
  ctx: Context<"INVALID_TOKEN" | "USER_NOT_FOUND">,
  token: VerificationToken,
  session: Session | null,
): Promise<boolean> {
  if (token.isNewAddress) return (await isSwitchPending(ctx, token, session)) || failToken(ctx);
  if (token.isChange) {
    await requireOwnSession(ctx, session, token);
    return (await isRedeemable(ctx, token)) || failToken(ctx);
  }
  // The token is read first: if another request has consumed the token, the user is read after that request's change.
  const isUnused = await isRedeemable(ctx, token);
  const user = await ctx.db.find(userModel, { id: token.userId });
  if (!user) return failUser(ctx);
  if (!isAbout(ctx, token, user.email)) return failToken(ctx);
  // The mailbox alone may have verified a changed address: a further link still confirms the address.
  if (user.emailVerified) return isUnused && (await recoveryAddress(ctx, user)) !== null;
  return isUnused || failToken(ctx);
}
