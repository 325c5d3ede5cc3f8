import type { Session } from "@keyhold/core";
import { isLiveRound, mailboxOwner, type SignedInByMailbox, signInByMailbox } from "@keyhold/core/mailbox";
import type { Caller, Context, TxContext } from "@keyhold/core/plugin";
import { readUserColumns } from "@keyhold/core/users";
import { magicLinkErrors } from "../errors.js";
import type { MagicLinkOptions } from "../options.js";
import type { AskedSignIn } from "./links.js";
import type { Targets } from "./request.js";

/** A browser that uses a link. */
export interface Follower {
  /** The link, or the code of its email, not used up yet. */
  readonly link: AskedSignIn;
  /** Uses up the link or the code. False: another call was first. */
  readonly consume: (ctx: TxContext) => Promise<boolean>;
  readonly session: Session | null;
  readonly targets: Targets;
  readonly caller: Caller;
}

type Codes = "INVALID_TOKEN" | "USER_ALREADY_EXISTS" | "FAILED_TO_CREATE_SESSION";

/**
 * Uses up a link: signs the user in, or creates the account.
 *
 * @throws AuthError INVALID_TOKEN, or the error of a hook
 */
export function openByLink(
  ctx: Context<Codes>,
  { disableSignUp }: MagicLinkOptions,
  { link: { to: email, userId, name, columns, isRemembered }, targets, ...follower }: Follower,
): Promise<SignedInByMailbox> {
  return signInByMailbox(ctx, {
    method: "magic-link",
    email,
    userId,
    isRemembered,
    // Read for a new user only: another user's link works although the columns of the app have changed.
    get newUser() {
      return disableSignUp ? null : { ...readUserColumns(ctx, JSON.parse(columns), { canClear: true }), name };
    },
    callbackURL: (isNewUser) => targetOf(targets, isNewUser),
    fail: () => ctx.fail(magicLinkErrors.INVALID_TOKEN),
    ...follower,
  });
}

/** Whether a link would work now, to choose a page: only `openByLink` decides. */
export async function isUsable(ctx: Context, { disableSignUp }: MagicLinkOptions, link: AskedSignIn): Promise<boolean> {
  const userId = await mailboxOwner(ctx, link.to);
  const isOfOwner = userId === null ? !disableSignUp && link.userId === null : (link.userId ?? userId) === userId;
  return isOfOwner && (await isLiveRound(ctx, link));
}

/** Where a browser goes after a link; undefined: it gets data. */
export const targetOf = ({ callbackURL, newUserCallbackURL }: Targets, isNewUser: boolean): string | undefined =>
  (isNewUser ? newUserCallbackURL : undefined) ?? callbackURL;
