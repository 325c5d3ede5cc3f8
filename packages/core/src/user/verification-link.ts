import type { Locked } from "../adapter/adapter.js";
import type { Context, TxContext } from "../contract/context.js";
import { runningBeside } from "../contract/previous-library.js";
import type { User, userModel } from "../model/models.js";
import { issueOneTimeToken, readOneTimeToken, redeemOneTimeToken } from "../secret/one-time-token.js";
import { writeBareToken } from "../secret/signed-values.js";
import { credentialVersionOf } from "./credential-version.js";
import { changeEmailToken, isTokenOf, verifyEmailToken } from "./token-kinds.js";
import { isAbout, type VerificationToken, writeVerificationToken } from "./verification-token.js";

/** The token of a link that verifies an address. `id`: "" for an address without a user. */
export async function issueVerification(
  ctx: Context,
  { id: userId, email }: Pick<User, "id" | "email">,
): Promise<string> {
  const shared = await issueShared(ctx, { email });
  if (shared !== null) return shared;
  const oneTimeToken = await issueOneTimeToken(ctx, verifyEmailToken(lifetimeOf(ctx)), true);
  return writeVerificationToken(ctx, { userId, email, oneTimeToken, isChange: false });
}

/**
 * The token of a link that changes an address. `isTaken`: another user has the new address, and the token is not sent.
 */
export async function issueEmailChange(
  ctx: TxContext,
  user: User,
  { newEmail, isTaken }: { readonly newEmail: string; readonly isTaken: boolean },
): Promise<string> {
  const { id, email } = user;
  const shared = await issueShared(ctx, { email, updateTo: newEmail });
  if (shared !== null) return shared;
  const payload = { userId: isTaken ? null : id, credentialVersion: await credentialVersionOf(ctx, user), newEmail };
  const oneTimeToken = await issueOneTimeToken(ctx, changeEmailToken(lifetimeOf(ctx)), payload);
  return writeVerificationToken(ctx, { userId: id, email, oneTimeToken, isChange: true });
}

/**
 * A token in the form of better-auth 1.2 while that still runs: it contains the address, has no row, and is valid until
 * it expires. Else null.
 */
async function issueShared(
  ctx: Context | TxContext,
  payload: { readonly email: string; readonly updateTo?: string },
): Promise<string | null> {
  const previous = runningBeside(ctx.settings);
  if (!previous) return null;
  return writeBareToken(previous.secret, payload, { now: ctx.now(), lifetimeSeconds: lifetimeOf(ctx) });
}

const lifetimeOf = ({ settings }: Pick<Context, "settings">): number => settings.emailVerification.expiresInSeconds;

/** Uses up the link that verifies an address; false if it was used before. */
export const redeemVerification = async (ctx: TxContext, { oneTimeToken }: VerificationToken): Promise<boolean> =>
  oneTimeToken === null || (await redeemOneTimeToken(ctx, verifyEmailToken(lifetimeOf(ctx)), oneTimeToken)) !== null;

/**
 * Uses up the link that changes the address of a locked user, and answers with the new address; null if it is invalid.
 */
export async function redeemEmailChange(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  token: VerificationToken,
): Promise<string | null> {
  const { oneTimeToken: secret, newEmail } = token;
  if (secret === null) return isAbout(ctx, token, user.email) ? newEmail : null;
  const oneTimeToken = await redeemOneTimeToken(ctx, changeEmailToken(lifetimeOf(ctx)), secret);
  // The credential version includes the address: the recipient of the email must still be the user's address.
  return oneTimeToken && (await isTokenOf(ctx, user, oneTimeToken)) ? oneTimeToken.newEmail : null;
}

/** Whether a link is valid, without using it up. */
export async function isRedeemable(ctx: Context, { oneTimeToken, isChange }: VerificationToken): Promise<boolean> {
  if (oneTimeToken === null) return true;
  const kind = isChange ? changeEmailToken(lifetimeOf(ctx)) : verifyEmailToken(lifetimeOf(ctx));
  return (await readOneTimeToken<unknown>(ctx, kind, oneTimeToken)) !== null;
}
