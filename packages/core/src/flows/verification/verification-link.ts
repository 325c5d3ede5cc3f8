import type { Locked } from "../../adapter/adapter.js";
import type { Context, TxContext } from "../../contract/context.js";
import { runningBeside } from "../../contract/previous-library.js";
import type { User, userModel } from "../../model/models.js";
import { issueOneTimeToken, readOneTimeToken, redeemOneTimeToken } from "../../records/one-time-token.js";
import { credentialVersionOf } from "../../records/user/credential-version.js";
import {
  changeEmailToken,
  type EmailChangeToken,
  isTokenOf,
  verifyEmailToken,
} from "../../records/user/token-kinds.js";
import { writeBareToken } from "../../secret/signed-values.js";
import { enrolledFactors } from "../../session/step-up.js";
import { isAbout, type VerificationToken, writeVerificationToken } from "./verification-token.js";

/**
 * The token of a link that verifies an address. `id`: "" for an address without a user. `isRemembered`: whether a
 * session that the link opens outlives the browser.
 */
export async function issueVerification(
  ctx: Context,
  { id: userId, email }: Pick<User, "id" | "email">,
  isRemembered: boolean,
): Promise<string> {
  const shared = await issueShared(ctx, { email, isRemembered });
  if (shared !== null) return shared;
  const oneTimeToken = await issueOneTimeToken(ctx, verifyEmailToken(lifetimeOf(ctx)), isRemembered);
  return writeVerificationToken(ctx, { userId, email, oneTimeToken, isChange: false });
}

/**
 * The token of a link that changes an address. `isTaken`: another user has the new address, and the token is not sent.
 */
export async function issueEmailChange(
  ctx: TxContext,
  user: User,
  { newEmail, isTaken, releases }: RedeemedChange & { readonly isTaken: boolean },
): Promise<string> {
  const { id, email } = user;
  // The form of the previous library cannot tell that the address is given up.
  const shared = releases ? null : await issueShared(ctx, { email, updateTo: newEmail });
  if (shared !== null) return shared;
  const credentialVersion = await credentialVersionOf(ctx, user);
  const factors = await enrolledFactors(ctx, user);
  const payload = { userId: isTaken ? null : id, credentialVersion, newEmail, releases, factors };
  const oneTimeToken = await issueOneTimeToken(ctx, changeEmailToken(lifetimeOf(ctx)), payload);
  return writeVerificationToken(ctx, { userId: id, email, oneTimeToken, isChange: true });
}

/**
 * A token in the form of better-auth 1.2 while that library still runs: the token contains the address, has no row, and
 * is valid until expiry. Else null.
 */
async function issueShared(
  ctx: Context | TxContext,
  payload: { readonly email: string; readonly updateTo?: string; readonly isRemembered?: boolean },
): Promise<string | null> {
  const previous = runningBeside(ctx.settings);
  if (!previous) return null;
  return writeBareToken(previous.secret, payload, { now: ctx.now(), lifetimeSeconds: lifetimeOf(ctx) });
}

const lifetimeOf = ({ settings }: Pick<Context, "settings">): number => settings.emailVerification.expiresInSeconds;

/**
 * Consumes the link that verifies an address, and answers whether a session outlives the browser; null if the link was
 * used before.
 */
export const redeemVerification = async (
  ctx: TxContext,
  { oneTimeToken, isRemembered = true }: VerificationToken,
): Promise<boolean | null> =>
  oneTimeToken === null ? isRemembered : redeemOneTimeToken(ctx, verifyEmailToken(lifetimeOf(ctx)), oneTimeToken);

/** What a link changes. */
export type RedeemedChange = Pick<EmailChangeToken, "newEmail" | "releases"> &
  Partial<Pick<EmailChangeToken, "factors">>;

/**
 * Consumes the link that changes the address of a locked user, and answers with the change; null if the link is
 * invalid.
 */
export async function redeemEmailChange(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  token: VerificationToken,
): Promise<RedeemedChange | null> {
  const { oneTimeToken: secret, newEmail } = token;
  if (secret === null)
    return newEmail !== null && isAbout(ctx, token, user.email) ? { newEmail, releases: false } : null;
  const oneTimeToken = await redeemOneTimeToken(ctx, changeEmailToken(lifetimeOf(ctx)), secret);
  // The credential version includes the address: the recipient of the email must still be the user's address.
  if (!oneTimeToken || !(await isTokenOf(ctx, user, oneTimeToken))) return null;
  // A session without the factor that the user has enrolled since may have asked for the change.
  return oneTimeToken.factors < (await enrolledFactors(ctx, user)) ? null : oneTimeToken;
}

/** Whether a link is valid, without consuming it. */
export async function isRedeemable(ctx: Context, { oneTimeToken, isChange }: VerificationToken): Promise<boolean> {
  if (oneTimeToken === null) return true;
  const kind = isChange ? changeEmailToken(lifetimeOf(ctx)) : verifyEmailToken(lifetimeOf(ctx));
  return (await readOneTimeToken<unknown>(ctx, kind, oneTimeToken)) !== null;
}
