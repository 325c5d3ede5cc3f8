import type { Session } from "@keyhold/core";
import { type Caller, type Locked, type TxContext, userModel } from "@keyhold/core/plugin";
import { actorOf, invalidateSessionCache, knownBrowserId, type SignInWrites } from "@keyhold/core/session";
import {
  claimAccount,
  isUnconfirmed,
  markVerified,
  recoveryAddress,
  reservedUser,
  resolveDuplicateSignUp,
  restoreAddress,
} from "@keyhold/core/users";
import { magicLinkErrors } from "../errors.js";

type LockedUser = Locked<typeof userModel>;

/** The user whom a mailbox signs in: with this address, or with this address held. Null: no user. */
export async function ownerOf(ctx: Finder, email: string): Promise<string | null> {
  const user = (await ctx.db.find(userModel, { email })) ?? (await reservedUser(ctx, email));
  return user?.id ?? null;
}
type Finder = Parameters<typeof reservedUser>[0];

/** The user whom a proof of the mailbox signs in. */
export interface Owner {
  readonly user: LockedUser;
  /** What the sign-in writes after all that is asked was given; null: no writes. */
  readonly writes: SignInWrites | null;
}

/**
 * The user after a proof of the mailbox. If the address was not verified, credentials and sessions from before may be an
 * attacker's, and are removed (decision 0014). If the address was verified in a browser that was not signed in (decision
 * 0038), they are removed unless a second factor is asked: mailbox and factor belong to one user. Nothing is removed in
 * a browser that is signed in to the account, or has signed in to it before.
 *
 * @throws AuthError INVALID_TOKEN if the mailbox does not sign the user in
 */
export async function verifiedOwner(
  ctx: TxContext<"INVALID_TOKEN">,
  user: LockedUser,
  { email, session, caller }: { readonly email: string; readonly session: Session | null; readonly caller: Caller },
): Promise<Owner> {
  const held = await recoveryAddress(ctx, user);
  if ((held ?? user.email) !== email) return ctx.fail(magicLinkErrors.INVALID_TOKEN);
  const isKnown =
    knownBrowserId(ctx, caller, user.id) !== null || (session?.userId === user.id && actorOf(ctx, session) === null);
  if (!user.emailVerified && held === null) return { user: await verify(ctx, user, isKnown), writes: null };
  if (isKnown || !(await isUnconfirmed(ctx, user))) return { user, writes: null };
  // The credentials go to the owner of the held address, so the user gets that address back.
  const restored =
    held === null ? null : await restoreAddress(ctx, user, () => ctx.fail(magicLinkErrors.INVALID_TOKEN));
  const present = { ...user, ...restored };
  return { user: present, writes: { kept: { plugin: "magic-link", data: null }, apply: () => claim(ctx, present) } };
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
