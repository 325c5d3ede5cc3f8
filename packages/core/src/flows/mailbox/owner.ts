import type { Locked } from "../../adapter/adapter.js";
import type { Finder } from "../../adapter/expiring-value.js";
import type { Caller, Context, Session, TxContext } from "../../contract/context.js";
import type { User, userModel } from "../../model/models.js";
import { resolveDuplicateSignUp } from "../../records/user/duplicate-sign-up.js";
import { recoveryAddress, reservedUser, userOf } from "../../records/user/held-address.js";
import { markVerified } from "../../records/user/mark-verified.js";
import { invalidateSessionCache } from "../../session/cache/invalidate.js";
import { knownBrowserId } from "../../session/known-browser.js";
import { claimAccount } from "../account/claim.js";
import { restoreAddress } from "../email/undo-email-change.js";
import { hasDoubtedOwner } from "../verification/unconfirmed.js";
import { isOwnSession } from "../verification/verification-token.js";

type LockedUser = Locked<typeof userModel>;
type FindContext = Finder & Pick<Context, "now">;

/**
 * Whom an email to an address reaches. "owner": the mailbox signs the user in. "unconfirmed": the user has the address,
 * and a held address signs in instead, until the user confirms this address. "reserved": the user had the address.
 */
export type MailboxReader =
  | { readonly kind: "owner" | "unconfirmed" | "reserved"; readonly user: User }
  | { readonly kind: "nobody"; readonly user: null };

/** Finds the reader of an email. `present`: the user with the address. */
export async function readerOf(ctx: FindContext, email: string, present: User | null): Promise<MailboxReader> {
  const user = present ?? (await reservedUser(ctx, email));
  if (!user) return { kind: "nobody", user };
  const held = await recoveryAddress(ctx, user);
  if ((held ?? user.email) === email) return { kind: "owner", user };
  return { kind: user.email === email ? "unconfirmed" : "reserved", user };
}

/** The user whom a mailbox signs in: with this address, or with this address held. Null: no user. */
export const mailboxOwner = async (ctx: FindContext, email: string): Promise<string | null> =>
  (await userOf(ctx, email))?.id ?? null;

/** The proof of a mailbox. */
interface ProvenMailbox {
  readonly email: string;
  readonly session: Session | null;
  readonly caller: Caller;
  /** Throws the error of a secret without an effect. */
  readonly fail: () => never;
}

/**
 * The user after a proof of the mailbox. If the address was not verified, credentials and sessions from before may be an
 * attacker's, and are removed (decision 0014). If the address was verified in a browser that was not signed in (decision
 * 0038), they are removed unless the user has a second factor, which is asked then. No credential is removed in a browser that
 * is signed in to the account, or has signed in to it before.
 */
export async function verifiedOwner(ctx: TxContext, user: LockedUser, proven: ProvenMailbox): Promise<LockedUser> {
  const { email, session, caller, fail } = proven;
  const held = await recoveryAddress(ctx, user);
  if ((held ?? user.email) !== email) return fail();
  const isKnown = knownBrowserId(ctx, caller, user.id) !== null || isOwnSession(ctx, session, { userId: user.id });
  if (!user.emailVerified && held === null) return verify(ctx, user, isKnown);
  if (isKnown || !(await hasDoubtedOwner(ctx, user))) return user;
  // The credentials go to the owner of the held address, so the user gets that address back.
  return claim(ctx, { ...user, ...(await restoreAddress(ctx, user, fail)) });
}

async function verify(ctx: TxContext, user: LockedUser, isKnown: boolean): Promise<LockedUser> {
  await invalidateSessionCache(ctx, user.id);
  await resolveDuplicateSignUp(ctx, user);
  const present = isKnown ? user : await claim(ctx, user);
  await markVerified(ctx, user);
  return { ...present, emailVerified: true };
}

const claim = (ctx: TxContext, user: LockedUser): Promise<LockedUser> =>
  claimAccount(ctx, user, { passwordHash: null, reason: "taken over" });
