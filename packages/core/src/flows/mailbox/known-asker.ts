import type { Caller, Context } from "../../contract/context.js";
import type { User } from "../../model/models.js";
import { knownBrowser } from "../../session/known-browser.js";
import { claims } from "../account/claims.js";
import { hasFollowedEmail, isConfirmed } from "../verification/unconfirmed.js";

type AskingContext = Pick<Context, "db" | "schema" | "settings" | "ownKeys" | "now">;

/**
 * Whether the request of a browser for a link or a code may end challenges of other browsers: the address is verified,
 * and the browser followed an email to the address, or has signed in to the account since its owner claimed the
 * account. Another person may have made the account with the address, and may have signed in before.
 *
 * @param user the user with the address; null: no account
 * @example const isKnown = await isKnownAsker(ctx, user, caller);
 */
export async function isKnownAsker(
  ctx: AskingContext,
  user: Pick<User, "id" | "email" | "emailVerified"> | null,
  caller: Caller,
): Promise<boolean> {
  if (!user?.emailVerified) return false;
  if (hasFollowedEmail(ctx, user, caller)) return true;
  const known = knownBrowser(ctx, caller, user.id);
  if (!known || !(await isConfirmed(ctx, user, caller))) return false;
  const claim = await claims.find(ctx, user.id);
  return claim === null || known.notedAt * 1000 > (claim.createdAt ?? claim.expiresAt).getTime();
}
