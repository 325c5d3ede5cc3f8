import type { Held } from "../adapter/adapter.js";
import type { Context, TxContext } from "../contract/context.js";
import { runningBeside } from "../contract/previous-library.js";
import type { User, userModel } from "../model/models.js";
import { writeBareToken } from "../secret/signed-values.js";
import { issueTicket, readTicket, redeemTicket } from "../secret/ticket.js";
import { accountStamp } from "./account-stamp.js";
import { changeEmailTicket, isTicketOf, verifyEmailTicket } from "./ticket-kinds.js";
import { isAbout, type VerificationToken, writeVerificationToken } from "./verification-token.js";

/** The token of a link that verifies an address. `id`: "" for an address without a user. */
export async function issueVerification(
  ctx: Context,
  { id: userId, email }: Pick<User, "id" | "email">,
): Promise<string> {
  const shared = await issueShared(ctx, { email });
  if (shared !== null) return shared;
  const ticket = await issueTicket(ctx, verifyEmailTicket(lifetimeOf(ctx)), true);
  return writeVerificationToken(ctx, { userId, email, ticket, isChange: false });
}

/** The token of a link that changes an address. `isTaken`: another user has the new one, and the token is not sent. */
export async function issueEmailChange(
  ctx: TxContext,
  user: User,
  { newEmail, isTaken }: { readonly newEmail: string; readonly isTaken: boolean },
): Promise<string> {
  const { id, email } = user;
  const shared = await issueShared(ctx, { email, updateTo: newEmail });
  if (shared !== null) return shared;
  const payload = { userId: isTaken ? null : id, stamp: await accountStamp(ctx, user), newEmail };
  const ticket = await issueTicket(ctx, changeEmailTicket(lifetimeOf(ctx)), payload);
  return writeVerificationToken(ctx, { userId: id, email, ticket, isChange: true });
}

/** The form of better-auth 1.2 while that still runs: it names the address, has no row, and works until it ends. Else null. */
async function issueShared(
  ctx: Context | TxContext,
  payload: { readonly email: string; readonly updateTo?: string },
): Promise<string | null> {
  const previous = runningBeside(ctx.settings);
  if (!previous) return null;
  return writeBareToken(previous.secret, payload, { now: ctx.now(), lifetimeSeconds: lifetimeOf(ctx) });
}

const lifetimeOf = ({ settings }: Pick<Context, "settings">): number => settings.emailVerification.expiresInSeconds;

/** Uses the link up that verifies an address; false if it was used before. */
export const redeemVerification = async (ctx: TxContext, { ticket }: VerificationToken): Promise<boolean> =>
  ticket === null || (await redeemTicket(ctx, verifyEmailTicket(lifetimeOf(ctx)), ticket)) !== null;

/** Uses the link up that changes the address of a locked user, and answers with the new one; null if it is dead. */
export async function redeemEmailChange(
  ctx: TxContext,
  user: Held<typeof userModel>,
  token: VerificationToken,
): Promise<string | null> {
  const { ticket: secret, newEmail } = token;
  if (secret === null) return isAbout(ctx, token, user.email) ? newEmail : null;
  const ticket = await redeemTicket(ctx, changeEmailTicket(lifetimeOf(ctx)), secret);
  // The stamp holds the address, too: the one that the email went to must still be the user's.
  return ticket && (await isTicketOf(ctx, user, ticket)) ? ticket.newEmail : null;
}

/** Whether a link could be used, without using it up. */
export async function isRedeemable(ctx: Context, { ticket, isChange }: VerificationToken): Promise<boolean> {
  if (ticket === null) return true;
  const kind = isChange ? changeEmailTicket(lifetimeOf(ctx)) : verifyEmailTicket(lifetimeOf(ctx));
  return (await readTicket<unknown>(ctx, kind, ticket)) !== null;
}
