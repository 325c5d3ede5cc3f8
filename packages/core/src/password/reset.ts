import { takeOver } from "../account/take-over.js";
import type { Held } from "../adapter/adapter.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import { withQuery } from "../http/redirect.js";
import type { Row } from "../model/model.js";
import { userModel } from "../model/models.js";
import { issueTicket, readTicket, redeemTicket, type TicketKind } from "../secret/ticket.js";
import { endSessions } from "../session/close.js";
import { accountStamp } from "../user/account-stamp.js";
import { settleContest } from "../user/contested.js";
import { parseEmail } from "../user/email.js";
import { mayWriteTo } from "../user/letter-limit.js";
import { markProven } from "../user/proven.js";
import { publicUser } from "../user/public.js";
import { isTicketOf, resetPasswordTicket, type UserTicket } from "../user/ticket-kinds.js";
import { isUnconfirmed } from "../user/unconfirmed.js";
import { forgetGuesses } from "./attempt.js";
import { setCredential } from "./credential.js";
import { hashNewPassword, passwordLengthProblem } from "./policy.js";

const ticketKind = ({ settings }: Pick<Context | TxContext, "settings">): TicketKind<UserTicket> =>
  resetPasswordTicket(settings.emailAndPassword.resetTokenExpiresInSeconds);

/** Where the link leads when the app does not say. */
const usualPage = "/reset-password";

/** The answer for every address, whether anybody has it or not. */
const requested = {
  status: true,
  message: "If this email exists in our system, check your email for the reset link",
} as const;

/**
 * Sends the letter with which the owner of a mailbox sets a new password; people without one may get their first.
 * The work before the answer is the same for every address: whether the email leaves is decided after it.
 *
 * @throws AuthError RESET_PASSWORD_ISNT_ENABLED, INVALID_EMAIL
 */
export async function requestPasswordReset(
  ctx: Context,
  { email: given, redirectTo = usualPage }: { readonly email: string; readonly redirectTo?: string | undefined },
): Promise<typeof requested> {
  const { settings } = ctx;
  if (!settings.hasMail || !settings.emailAndPassword.enabled) return ctx.refuse("RESET_PASSWORD_ISNT_ENABLED");
  const email = parseEmail(given) ?? ctx.refuse("INVALID_EMAIL");

  const user = await ctx.db.find(userModel, { email });
  if (!(await mayWriteTo(ctx, "reset-password", email, user !== null))) return requested;
  const stamp = await accountStamp(ctx, user ?? { id: "", email });
  const token = await issueTicket(ctx, ticketKind(ctx), { userId: user?.id ?? null, stamp });
  ctx.afterAnswer("Sending the email for a new password", async () => {
    if (user) sendReset(ctx, user, { token, redirectTo });
  });
  return requested;
}

function sendReset(
  ctx: Context,
  user: Row<typeof userModel>,
  { token, redirectTo }: { readonly token: string; readonly redirectTo: string },
): void {
  const { settings } = ctx;
  const url = withQuery(settings, `${settings.basePath}/reset-password/${token}`, { callbackURL: redirectTo });
  const expiresInSeconds = settings.emailAndPassword.resetTokenExpiresInSeconds;
  const shown = publicUser(ctx, user);
  ctx.emit({ type: "password.reset-requested", user: shown });
  ctx.send({ kind: "reset-password", to: user.email, user: shown, url, token, expiresInSeconds });
}

/** Whether a token could set a password now: for the page that is shown next. */
export const couldReset = async (ctx: Context, token: string): Promise<boolean> =>
  (await readTicket(ctx, ticketKind(ctx), token)) !== null;

/**
 * Sets a new password by the token of a letter. A password that is refused does not use the token up.
 * The email verifies the address. If it was not verified before, or in a browser that was not signed in, earlier
 * credentials and sessions are removed.
 * Answers with the id of the user.
 *
 * @throws AuthError INVALID_TOKEN, or what `hashNewPassword` throws.
 */
export async function resetPassword(
  ctx: Context,
  { token, newPassword, caller }: { readonly token: string; readonly newPassword: string; readonly caller: Caller },
): Promise<string> {
  const problem = passwordLengthProblem(ctx, newPassword);
  if (problem) return ctx.refuse(problem);
  const ticket = await readTicket(ctx, ticketKind(ctx), token);
  const user = ticket && ticket.userId !== null ? await ctx.db.find(userModel, { id: ticket.userId }) : null;
  if (!user) return ctx.refuse("INVALID_TOKEN");

  const hash = await hashNewPassword(ctx, { password: newPassword, person: user, caller });
  const done = await ctx.within(userModel, user.id, async (ctx, user) => {
    const ticket = await redeemTicket(ctx, ticketKind(ctx), token);
    if (!(await isTicketOf(ctx, user, ticket))) return false;
    await writePassword(ctx, user, hash);
    return true;
  });
  if (!done) return ctx.refuse("INVALID_TOKEN");
  ctx.later("Forgetting wrong passwords", () => forgetGuesses(ctx, user));
  return user.id;
}

async function writePassword(ctx: TxContext, user: Held<typeof userModel>, hash: string): Promise<void> {
  const isKnownOwner = user.emailVerified && !(await isUnconfirmed(ctx, user));
  if (isKnownOwner) await replacePassword(ctx, user, hash);
  else await proveByReset(ctx, user, hash);
  const shown = publicUser(ctx, { ...user, emailVerified: true });
  ctx.emit({ type: "password.changed", user: shown, by: "reset" });
  ctx.send({ kind: "password-changed", to: user.email, user: shown });
}

async function replacePassword(ctx: TxContext, user: Held<typeof userModel>, hash: string): Promise<void> {
  await setCredential(ctx, user, hash);
  if (ctx.settings.emailAndPassword.revokeSessionsOnPasswordReset) {
    await endSessions(ctx, user, { reason: "password reset" });
  }
}

async function proveByReset(ctx: TxContext, user: Held<typeof userModel>, hash: string): Promise<void> {
  await settleContest(ctx, user);
  await takeOver(ctx, user, { passwordHash: hash, reason: "password reset" });
  if (!user.emailVerified) await markProven(ctx, user);
}
