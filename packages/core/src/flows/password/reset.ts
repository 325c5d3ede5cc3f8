import type { Locked } from "../../adapter/adapter.js";
import type { Caller, Context, TxContext } from "../../contract/context.js";
import { commonError, coreErrors } from "../../contract/errors.js";
import { withQuery } from "../../http/redirect.js";
import { mayEmail } from "../../limit/email-limit.js";
import type { Row } from "../../model/model.js";
import { type User, userModel } from "../../model/models.js";
import { hashNewPassword, passwordLengthError } from "../../password/policy.js";
import {
  issueOneTimeToken,
  type OneTimeTokenKind,
  readOneTimeToken,
  redeemOneTimeToken,
} from "../../records/one-time-token.js";
import { credentialVersionOf } from "../../records/user/credential-version.js";
import { resolveDuplicateSignUp } from "../../records/user/duplicate-sign-up.js";
import { parseEmail } from "../../records/user/email.js";
import {
  type EarlierAddress,
  earlierAddresses,
  recoveryAddress,
  recoveryOf,
  reservedUser,
} from "../../records/user/held-address.js";
import { markVerified } from "../../records/user/mark-verified.js";
import { publicUser } from "../../records/user/public.js";
import { isTokenOf, resetPasswordToken, type UserToken } from "../../records/user/token-kinds.js";
import { endSessions } from "../../session/close.js";
import { enrolledFactors } from "../../session/step-up.js";
import { claimAccount } from "../account/claim.js";
import { undo } from "../email/undo-email-change.js";
import { sendVerification } from "../verification/send-verification.js";
import { isUnconfirmed } from "../verification/unconfirmed.js";
import { forgetWrongPasswords } from "./attempt.js";
import { setCredential } from "./set-credential.js";

const tokenKind = ({ settings }: Pick<Context | TxContext, "settings">): OneTimeTokenKind<UserToken> =>
  resetPasswordToken(settings.emailAndPassword.resetTokenExpiresInSeconds);

/** The default page of the link. */
const usualPage = "/reset-password";

/** The answer for every address, with or without an account. */
const requested = {
  status: true,
  message: "If this email exists in our system, check your email for the reset link",
} as const;

/**
 * Sends the email to set a new password; a user without a password may set a first password. The work before the
 * response does not depend on the address: whether the email is sent is decided after the response.
 *
 * @throws AuthError RESET_PASSWORD_ISNT_ENABLED, INVALID_EMAIL
 */
export async function requestPasswordReset(
  ctx: Context<"RESET_PASSWORD_ISNT_ENABLED" | "INVALID_EMAIL">,
  { email: given, redirectTo = usualPage }: { readonly email: string; readonly redirectTo?: string | undefined },
  { trustedOrigins }: Pick<Caller, "trustedOrigins">,
): Promise<typeof requested> {
  const { settings } = ctx;
  // The page gets the token of the link.
  if (!redirectTo.startsWith("/") && !trustedOrigins.trustsExactly(new URL(redirectTo)))
    throw commonError("INVALID_REDIRECTURL");
  if (!settings.hasMail || !settings.emailAndPassword.enabled) return ctx.fail(coreErrors.RESET_PASSWORD_ISNT_ENABLED);
  const email = parseEmail(given) ?? ctx.fail(coreErrors.INVALID_EMAIL);

  const user = await ctx.db.find(userModel, { email });
  if (!(await mayEmail(ctx, "reset-password", email, user !== null))) return requested;
  const credentialVersion = await credentialVersionOf(ctx, user ?? { id: "", email });
  const token = await issueOneTimeToken(ctx, tokenKind(ctx), { userId: user?.id ?? null, credentialVersion });
  ctx.afterAnswer("Sending the email for a new password", async () => {
    if (!user) return sendResetToHeld(ctx, email, redirectTo);
    // Another address of the user is held, so that this address sets no password: resetPassword() rejects the token.
    if ((await recoveryAddress(ctx, user)) === null) sendReset(ctx, user, { token, redirectTo });
    else sendVerification(ctx, user, {});
  });
  return requested;
}

/** Sends the email to a held address. The token is never in the form of another library, which knows no held address. */
async function sendResetToHeld(ctx: Context, email: string, redirectTo: string): Promise<void> {
  const user = await reservedUser(ctx, email);
  const held = user && recoveryOf(await earlierAddresses(ctx, user.id));
  if (!user || held?.email !== email) return;
  const { previous: _, ...kind } = tokenKind(ctx);
  const credentialVersion = await credentialVersionOf(ctx, asHeld(user, held));
  const token = await issueOneTimeToken(ctx, kind, { userId: user.id, credentialVersion });
  sendReset(ctx, { ...user, email }, { token, redirectTo });
}

function sendReset(
  ctx: Context,
  user: Row<typeof userModel>,
  { token, redirectTo }: { readonly token: string; readonly redirectTo: string },
): void {
  const { settings } = ctx;
  const url = withQuery(settings, `${settings.publicPath}/reset-password/${token}`, { callbackURL: redirectTo });
  const expiresInSeconds = settings.emailAndPassword.resetTokenExpiresInSeconds;
  const shown = publicUser(ctx, user);
  ctx.emit({ type: "password.reset-requested", user: shown });
  ctx.send({ kind: "reset-password", to: user.email, user: shown, url, token, expiresInSeconds });
}

/** For the credential version: an email to the address from before the change sets no password. */
const asHeld = ({ id }: User, { hash }: EarlierAddress): Pick<User, "id" | "email"> => ({ id, email: hash });

/** Whether a token could set a password now: for the next page. */
export const couldReset = async (ctx: Context, token: string): Promise<boolean> =>
  (await readOneTimeToken(ctx, tokenKind(ctx), token)) !== null;

/**
 * Sets a new password by the token of an email. A rejected password does not consume the token. The email verifies the
 * address. If the address was not verified before, or was verified in a browser that was not signed in, earlier
 * credentials and sessions are removed. While an address is held, only an email to the held address sets a password,
 * and undoes the change of address. Answers with the id of the user.
 *
 * @throws AuthError INVALID_TOKEN, or the errors of `hashNewPassword`.
 */
export async function resetPassword(
  ctx: Context<"PASSWORD_TOO_LONG" | "PASSWORD_TOO_SHORT" | "INVALID_TOKEN" | "PASSWORD_TOO_COMMON">,
  { token, newPassword, caller }: { readonly token: string; readonly newPassword: string; readonly caller: Caller },
): Promise<string> {
  const problem = passwordLengthError(ctx, newPassword);
  if (problem) return ctx.fail(coreErrors[problem]);
  const oneTimeToken = await readOneTimeToken(ctx, tokenKind(ctx), token);
  const user =
    oneTimeToken && oneTimeToken.userId !== null ? await ctx.db.find(userModel, { id: oneTimeToken.userId }) : null;
  if (!user) return ctx.fail(coreErrors.INVALID_TOKEN);

  const hash = await hashNewPassword(ctx, { password: newPassword, person: user, caller });
  const done = await ctx.transactionOn(userModel, user.id, async (ctx, user) => {
    const oneTimeToken = await redeemOneTimeToken(ctx, tokenKind(ctx), token);
    const held = recoveryOf(await earlierAddresses(ctx, user.id));
    // A token of another library does not tell the address of the email.
    if (held && oneTimeToken?.credentialVersion === null) return false;
    if (!(await isTokenOf(ctx, held ? asHeld(user, held) : user, oneTimeToken))) return false;
    await writePassword(ctx, held ? await undo(ctx, user, held) : user, hash);
    return true;
  });
  if (!done) return ctx.fail(coreErrors.INVALID_TOKEN);
  ctx.later("Forgetting wrong passwords", () => forgetWrongPasswords(ctx, user));
  return user.id;
}

/** A new password by a secret that was sent to a mailbox. */
export interface MailboxReset {
  readonly email: string;
  /** The account with the address when the secret was asked for. */
  readonly userId: string;
  readonly newPassword: string;
  /** Uses up the secret. False: another call was first. */
  readonly consume: (ctx: TxContext) => Promise<boolean>;
  /** Throws the error of a secret without an effect. */
  readonly fail: () => never;
  readonly caller: Caller;
}

/**
 * Sets a new password by a secret that was sent to a mailbox, with the effects of `resetPassword`. A rejected password
 * leaves the secret as it was.
 *
 * @throws AuthError the error of `fail`, or the errors of `hashNewPassword`.
 */
export async function resetPasswordByMailbox(
  ctx: Context<"PASSWORD_TOO_LONG" | "PASSWORD_TOO_SHORT" | "INVALID_TOKEN" | "PASSWORD_TOO_COMMON">,
  { email, userId, newPassword, consume, fail, caller }: MailboxReset,
): Promise<void> {
  const problem = passwordLengthError(ctx, newPassword);
  if (problem) return ctx.fail(coreErrors[problem]);
  const person = (await ctx.db.find(userModel, { id: userId })) ?? fail();
  const hash = await hashNewPassword(ctx, { password: newPassword, person, caller });
  const done = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
    const held = recoveryOf(await earlierAddresses(ctx, userId));
    if ((held?.email ?? user.email) !== email || !(await consume(ctx))) return fail();
    await writePassword(ctx, held ? await undo(ctx, user, held) : user, hash);
    return true;
  });
  if (!done) return fail();
  ctx.later("Forgetting wrong passwords", () => forgetWrongPasswords(ctx, person));
}

async function writePassword(ctx: TxContext, user: Locked<typeof userModel>, hash: string): Promise<void> {
  if (user.emailVerified && !(await isUnconfirmed(ctx, user))) await replacePassword(ctx, user, hash);
  else await verifyByReset(ctx, user, hash);
  const shown = publicUser(ctx, { ...user, emailVerified: true });
  ctx.emit({ type: "password.changed", user: shown, by: "reset" });
  ctx.send({ kind: "password-changed", to: user.email, user: shown });
}

async function replacePassword(ctx: TxContext, user: Locked<typeof userModel>, hash: string): Promise<void> {
  await setCredential(ctx, user, hash, ["mail"]);
  if (ctx.settings.emailAndPassword.revokeSessionsOnPasswordReset) {
    await endSessions(ctx, user, { reason: "password reset" });
  }
}

async function verifyByReset(ctx: TxContext, user: Locked<typeof userModel>, hash: string): Promise<void> {
  await resolveDuplicateSignUp(ctx, user);
  const keepsFactors = user.emailVerified && (await enrolledFactors(ctx, user, "mail")) > 1;
  await claimAccount(ctx, user, { passwordHash: hash, setBy: ["mail"], keepsFactors, reason: "password reset" });
  if (!user.emailVerified) await markVerified(ctx, user);
}
