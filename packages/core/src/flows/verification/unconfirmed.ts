import type { Locked } from "../../adapter/adapter.js";
import { defineExpiringValue, type Finder } from "../../adapter/expiring-value.js";
import { secondsPerDay } from "../../contract/config.js";
import type { Caller, Context, TxContext } from "../../contract/context.js";
import * as z from "../../contract/schema.js";
import type { Row } from "../../model/model.js";
import type { accountModel, User, userModel } from "../../model/models.js";
import { endHold, recoveryAddress } from "../../records/user/held-address.js";
import { fingerprint } from "../../secret/hash.js";
import { clearedSignedCookie, markCookie, readMarkCookies } from "../../session/cookie.js";
import { enrolledFactors } from "../../session/step-up.js";

/*
 * A user is unconfirmed if the address was verified in a browser that was not signed in to the account: the credentials
 * from before the verification may belong to another person than the mailbox (decision 0038). A browser that followed
 * an email of the user holds the cookie `confirmed`.
 */

type Addressed = Pick<User, "id" | "email">;
type Browser = Pick<Caller, "cookieHeader">;

const cookie = "confirmed";
const cookieSeconds = 180 * secondsPerDay;

/** By the id of the user. Credentials do not expire, so this does not expire either. */
const unconfirmed = defineExpiringValue("unconfirmed", { lifetimeSeconds: null, value: z.literal("") });

const cookieValueOf = ({ id, email }: Addressed): string => fingerprint(JSON.stringify([id, email]));

/** Records that the address of a locked user was verified in a browser that was not signed in to the account. */
export async function markUnconfirmed(ctx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  if (!(await isUnconfirmed(ctx, user))) await unconfirmed.insert(ctx, user.id, "");
}

/** Whether credentials from before the verification may belong to another person than the mailbox. */
export const isUnconfirmed = async (ctx: Finder & Pick<Context, "now">, { id }: Pick<User, "id">): Promise<boolean> =>
  (await unconfirmed.find(ctx, id)) !== null;

/**
 * Whether a proof of the mailbox removes the credentials of a locked user with a verified address: the user is
 * unconfirmed, and has no second factor beside the mailbox. Such a factor is asked first, and stays (decision 0142).
 */
export const hasDoubtedOwner = async (ctx: TxContext, user: Locked<typeof userModel>): Promise<boolean> =>
  (await isUnconfirmed(ctx, user)) && (await enrolledFactors(ctx, user, "mail")) < 2;

/** Marks a locked user as confirmed: the credentials from before the verification are removed. */
export const settleUnconfirmed = async (ctx: TxContext, user: Locked<typeof userModel>): Promise<void> =>
  void (await unconfirmed.end(ctx, user.id));

/**
 * Whether this caller may use a right of the user's verified address, e.g. accept an invitation to that address: true
 * if the user is not unconfirmed and no earlier address is held, or if this browser followed an email to the user's
 * present address.
 *
 * @example if (!(await isConfirmed(ctx, session.user, caller))) return ctx.fail(errors.FORBIDDEN);
 */
export const isConfirmed = async (
  ctx: Pick<Context, "settings" | "ownKeys" | "now"> & Finder,
  user: Addressed,
  caller: Browser,
): Promise<boolean> =>
  hasFollowedEmail(ctx, user, caller) ||
  (!(await isUnconfirmed(ctx, user)) && (await recoveryAddress(ctx, user)) === null);

/** Whether this browser followed an email to the user's present address. */
export const hasFollowedEmail = (
  ctx: Pick<Context, "settings" | "ownKeys">,
  user: Addressed,
  caller: Browser,
): boolean => readMarkCookies(ctx, caller, cookie).includes(cookieValueOf(user));

/**
 * The cookie of a browser that followed an email to the user's address, or signed in by a provider that verified the
 * address.
 */
export const confirmedCookies = (
  ctx: Pick<Context, "settings" | "ownKeys">,
  user: Addressed,
  caller: Browser,
): readonly string[] =>
  hasFollowedEmail(ctx, user, caller)
    ? []
    : [markCookie(ctx, { name: cookie, value: cookieValueOf(user), maxAgeSeconds: cookieSeconds })];

/**
 * Call this function after a right password of a locked user: if this browser followed the email, too, and the password
 * was set before the verification, password and mailbox belong to a single person, so the user is confirmed and no
 * earlier address is held. Answers with the cookies.
 */
export async function confirmByPassword(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  {
    credential,
    caller,
  }: { readonly credential: Pick<Row<typeof accountModel>, "updatedAt">; readonly caller: Browser },
): Promise<readonly string[]> {
  if (!hasFollowedEmail(ctx, user, caller)) return [];
  const since = await unconfirmed.find(ctx, user.id);
  if (user.emailVerified) await endHold(ctx, user);
  if (since && !(since.createdAt && credential.updatedAt < since.createdAt)) return [];
  if (since) await settleUnconfirmed(ctx, user);
  return [clearedSignedCookie(ctx, cookie)];
}
