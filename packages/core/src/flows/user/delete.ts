import type { Locked } from "../../adapter/adapter.js";
import type { Context, TxContext } from "../../contract/context.js";
import { coreErrors } from "../../contract/errors.js";
import { withQuery } from "../../http/redirect.js";
import { mayEmail } from "../../limit/email-limit.js";
import { type User, userModel } from "../../model/models.js";
import { issueOneTimeToken, readOneTimeToken, redeemOneTimeToken } from "../../records/one-time-token.js";
import { credentialVersionOf } from "../../records/user/credential-version.js";
import { forgetEarlier } from "../../records/user/held-address.js";
import { endPendingEmail } from "../../records/user/pending-email.js";
import { publicUser } from "../../records/user/public.js";
import { deleteAccountToken, isTokenOf } from "../../records/user/token-kinds.js";
import { endSessions } from "../../session/close.js";
import { settleUnconfirmed } from "../verification/unconfirmed.js";

/**
 * Deletes a locked user with all data of the user. A hook may prevent the deletion, without any effect. Accounts and
 * rows of plugins are removed because they reference the user. No session can be opened meanwhile, since that needs
 * the lock, too.
 *
 * @example await ctx.within(userModel, id, (ctx, user) => deleteUser(ctx, user));
 */
export async function deleteUser(ctx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  for (const hook of ctx.hooks("user.delete")) await hook(user, ctx);
  await endSessions(ctx, user, { reason: "user deleted" });
  await settleUnconfirmed(ctx, user);
  await forgetEarlier(ctx, user);
  await endPendingEmail(ctx, user);
  await ctx.db.remove(userModel, { id: user.id });
  ctx.emit({ type: "user.deleted", user: publicUser(ctx, user) });
}

/**
 * Deletes the user by the token of an email to this user. The token of another user is not consumed.
 *
 * @throws AuthError INVALID_TOKEN
 */
export async function deleteUserByToken(
  ctx: TxContext<"INVALID_TOKEN">,
  user: Locked<typeof userModel>,
  token: string,
): Promise<void> {
  const { tokenExpiresInSeconds } = ctx.settings.user.deleteUser;
  const oneTimeToken = await redeemOneTimeToken(ctx, deleteAccountToken(tokenExpiresInSeconds), token);
  // Thrown, so that the rollback restores the token.
  if (!(await isTokenOf(ctx, user, oneTimeToken))) return ctx.fail(coreErrors.INVALID_TOKEN, { status: 404 });
  await deleteUser(ctx, user);
}

/**
 * Checks the token without consuming it, before the user is asked.
 *
 * @throws AuthError INVALID_TOKEN
 */
export async function checkDeletionToken(ctx: Context<"INVALID_TOKEN">, user: User, token: string): Promise<void> {
  const { tokenExpiresInSeconds } = ctx.settings.user.deleteUser;
  const oneTimeToken = await readOneTimeToken(ctx, deleteAccountToken(tokenExpiresInSeconds), token);
  if (!(await isTokenOf(ctx, user, oneTimeToken))) ctx.fail(coreErrors.INVALID_TOKEN, { status: 404 });
}

/**
 * Sends the email with the deletion link, unless the limit for this address is reached. No response waits for the
 * delivery.
 */
export async function requestDeletion(ctx: Context, user: User, callbackURL: string | undefined): Promise<void> {
  const { settings } = ctx;
  const shown = publicUser(ctx, user);
  ctx.emit({ type: "user.deletion-requested", user: shown });
  if (!(await mayEmail(ctx, "delete-account", user.email))) return;

  const expiresInSeconds = settings.user.deleteUser.tokenExpiresInSeconds;
  const oneTimeToken = { userId: user.id, credentialVersion: await credentialVersionOf(ctx, user) };
  const token = await issueOneTimeToken(ctx, deleteAccountToken(expiresInSeconds), oneTimeToken);
  const after: Readonly<Record<string, string>> = callbackURL === undefined ? {} : { callbackURL };
  const url = withQuery(settings, `${settings.publicPath}/delete-user/callback`, { token, ...after });
  ctx.send({ kind: "delete-account", to: user.email, user: shown, url, token, expiresInSeconds });
}
