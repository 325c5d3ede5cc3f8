import type { Session } from "@keyhold/core";
import { type Locked, type TxContext, userModel } from "@keyhold/core/plugin";
import { actorOf, invalidateSessionCache } from "@keyhold/core/session";
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
export async function ownerOf(ctx: Pick<TxContext, "now"> & Finder, email: string): Promise<string | null> {
  const user = (await ctx.db.find(userModel, { email })) ?? (await reservedUser(ctx, email));
  return user?.id ?? null;
}
type Finder = Parameters<typeof reservedUser>[0];

/**
 * The user after a proof of the mailbox. If the address was not verified, or if credentials from before may be an
 * attacker's (decisions 0014 and 0038), those credentials and sessions are removed, unless the browser is signed in to
 * the account.
 *
 * @throws AuthError INVALID_TOKEN if the mailbox does not sign the user in
 */
export async function provenOwner(
  ctx: TxContext<"INVALID_TOKEN">,
  user: LockedUser,
  { email, session }: { readonly email: string; readonly session: Session | null },
): Promise<LockedUser> {
  const held = await recoveryAddress(ctx, user);
  const isOwn = held === null ? user.email === email : held === email;
  if (!isOwn) return ctx.fail(magicLinkErrors.INVALID_TOKEN);
  const isDoubted = await isUnconfirmed(ctx, user);
  if ((user.emailVerified || held !== null) && !isDoubted) return user;
  // The credentials go to the owner of the held address, so the user gets that address back.
  const restored =
    held === null ? null : await restoreAddress(ctx, user, () => ctx.fail(magicLinkErrors.INVALID_TOKEN));
  return claim(ctx, { ...user, ...restored }, session?.userId === user.id && actorOf(ctx, session) === null);
}

async function claim(ctx: TxContext, user: LockedUser, isKnownOwner: boolean): Promise<LockedUser> {
  await invalidateSessionCache(ctx, user.id);
  await resolveDuplicateSignUp(ctx, user);
  const claimed = isKnownOwner ? user : await claimAccount(ctx, user, { passwordHash: null, reason: "taken over" });
  if (!user.emailVerified) await markVerified(ctx, user);
  return { ...claimed, emailVerified: true };
}
