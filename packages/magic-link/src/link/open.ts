import type { Session, User } from "@keyhold/core";
import {
  askedOf,
  type Caller,
  type Context,
  type Locked,
  type MoreAsked,
  type Outcome,
  ok,
  publicUser,
  type TxContext,
  userModel,
} from "@keyhold/core/plugin";
import {
  type AskedSignIn,
  knownBrowserCookies,
  type OpenedSession,
  openSession,
  type SignInWrites,
} from "@keyhold/core/session";
import { AddressTaken, concealTaken, confirmedCookies, createUser } from "@keyhold/core/users";
import { magicLinkErrors } from "../errors.js";
import type { MagicLinkOptions } from "../options.js";
import { endedChallenge } from "./challenge.js";
import { isLive, type Link } from "./links.js";
import { ownerOf, verifiedOwner } from "./owner.js";
import type { Targets } from "./request.js";

/** A browser that uses a link. */
export interface Follower {
  /** The link, not used up yet. */
  readonly link: Link;
  /** Uses up the link, or the code of its email. Throws INVALID_TOKEN if another call was first. */
  readonly consume: (ctx: TxContext<"INVALID_TOKEN">) => Promise<void>;
  readonly session: Session | null;
  readonly targets: Targets;
  readonly caller: Caller;
}

/** The result of a link. */
export interface FollowedLink {
  /** The session, or what more is asked before a session is opened. */
  readonly opened: OpenedSession | AskedSignIn;
  readonly user: User;
  readonly isNewUser: boolean;
  readonly cookies: readonly string[];
}

type Codes = "INVALID_TOKEN" | "USER_ALREADY_EXISTS" | "FAILED_TO_CREATE_SESSION";

/** Sign-ups in another way may take the address between the read and the insert. */
const maxTries = 3;

/**
 * Uses up a link: signs the user in, or creates the account. All in one transaction, so that an error leaves the link
 * as it was.
 *
 * @throws AuthError INVALID_TOKEN, or the error of a hook
 */
export async function openByLink(
  ctx: Context<Codes>,
  options: MagicLinkOptions,
  follower: Follower,
): Promise<FollowedLink> {
  const { link } = follower;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const userId = link.userId ?? (await ownerOf(ctx, link.email));
    const followed =
      userId === null
        ? await signUp(ctx, options, follower)
        : await ctx.transactionOn(userModel, userId, (ctx, user) => signIn(ctx, user, follower));
    if (followed) return followed;
    // The account of the link was deleted. Else another account has the address meanwhile.
    if (link.userId !== null) break;
  }
  return ctx.fail(magicLinkErrors.INVALID_TOKEN);
}

/** Whether a link would work now, to choose a page: only `openByLink` decides. */
export async function isUsable(ctx: Context, { disableSignUp }: MagicLinkOptions, link: Link): Promise<boolean> {
  const userId = await ownerOf(ctx, link.email);
  const isOfOwner = userId === null ? !disableSignUp && link.userId === null : (link.userId ?? userId) === userId;
  return isOfOwner && (await isLive(ctx, link));
}

async function signIn(
  ctx: TxContext<Codes>,
  user: Locked<typeof userModel>,
  follower: Follower,
): Promise<FollowedLink> {
  await follower.consume(ctx);
  const { session, caller, link } = follower;
  const owner = await verifiedOwner(ctx, user, { email: link.email, session, caller });
  return open(ctx, owner.user, { follower, isNewUser: false, writes: owner.writes });
}

/** Creates the account of an address. Null: another sign-up has created it meanwhile. */
async function signUp(
  ctx: Context<Codes>,
  { disableSignUp }: MagicLinkOptions,
  follower: Follower,
): Promise<FollowedLink | null> {
  try {
    return await ctx.transaction(async (ctx) => {
      if (disableSignUp) return ctx.fail(magicLinkErrors.INVALID_TOKEN);
      await follower.consume(ctx);
      const { email, name } = follower.link;
      const now = ctx.now();
      const draft = { name, email, emailVerified: true, image: null, createdAt: now, updatedAt: now };
      const user = await createUser(ctx, draft, { onTaken: concealTaken });
      return open(ctx, user, { follower, isNewUser: true });
    });
  } catch (error) {
    if (error instanceof AddressTaken) return null;
    throw error;
  }
}

interface Opening {
  readonly follower: Follower;
  readonly isNewUser: boolean;
  /** Default: no writes. */
  readonly writes?: SignInWrites | null;
}

async function open(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  { follower: { link, targets, caller }, isNewUser, writes = null }: Opening,
): Promise<FollowedLink> {
  const opened = await openSession(ctx, user, {
    method: "magic-link",
    proof: { methods: ["mail"] },
    isRemembered: link.isRemembered,
    isNewUser,
    callbackURL: targetOf(targets, isNewUser),
    writes,
    caller,
  });
  const known = opened.kind === "opened" ? knownBrowserCookies(ctx, caller, user.id) : [];
  const confirmed = user.email === link.email ? confirmedCookies(ctx, user, caller) : [];
  const cookies = [...opened.cookies, ...known, ...confirmed, endedChallenge(ctx)];
  return { opened, user: publicUser(ctx, user), isNewUser, cookies };
}

/** The answer for a script. */
export const answerOf = ({
  opened,
  user,
  cookies,
}: FollowedLink): Outcome<MoreAsked | { readonly token: string; readonly user: User }> =>
  opened.kind === "asked" ? askedOf({ ...opened, cookies }) : ok({ token: opened.token, user }, cookies);

/** Where a browser goes after a link; undefined: it gets data. */
export const targetOf = ({ callbackURL, newUserCallbackURL }: Targets, isNewUser: boolean): string | undefined =>
  (isNewUser ? newUserCallbackURL : undefined) ?? callbackURL;
