import type { Locked } from "../../adapter/adapter.js";
import type { MoreAsked } from "../../contract/asked.js";
import type { Caller, Context, Session, TxContext } from "../../contract/context.js";
import type { SignInMethod } from "../../contract/events.js";
import type { UserDraft } from "../../contract/hooks.js";
import { askedOf, type Outcome, ok } from "../../contract/outcome.js";
import { type User, userModel } from "../../model/models.js";
import { createUser } from "../../records/user/create.js";
import { publicUser } from "../../records/user/public.js";
import { knownBrowserCookies } from "../../session/known-browser.js";
import { type AskedSignIn, type OpenedSession, openSession } from "../../session/open.js";
import { AddressTaken, concealTaken } from "../sign-up/repeated-sign-up.js";
import { confirmedCookies } from "../verification/unconfirmed.js";
import { endedChallenge } from "./challenge.js";
import { mailboxOwner, verifiedOwner } from "./owner.js";

type Codes = "USER_ALREADY_EXISTS" | "FAILED_TO_CREATE_SESSION";

/** A sign-in by a secret that was sent to a mailbox. */
export interface MailboxSignIn {
  /** The id of the plugin. */
  readonly method: SignInMethod;
  readonly email: string;
  /** The account with the address when the secret was asked for; null: no account. */
  readonly userId: string | null;
  /** Columns of a new user; null: no account is created. */
  readonly newUser: Partial<UserDraft> | null;
  readonly isRemembered: boolean;
  /** Where the browser goes afterwards, if more is asked first. */
  readonly callbackURL?: (isNewUser: boolean) => string | undefined;
  /** Uses up the secret and its round: see `consumeRound`. False: another call was first. */
  readonly consume: (ctx: TxContext) => Promise<boolean>;
  /** Throws the error of a secret without an effect. */
  readonly fail: () => never;
  readonly session: Session | null;
  readonly caller: Caller;
}

/** The result of a sign-in by a mailbox. */
export interface SignedInByMailbox {
  /** The session, or what more is asked before a session is opened. */
  readonly opened: OpenedSession | AskedSignIn;
  readonly user: User;
  readonly isNewUser: boolean;
  readonly cookies: readonly string[];
}

/** Sign-ups in another way may take the address between the read and the insert. */
const maxTries = 3;

/**
 * Signs in the owner of a mailbox, or creates the account of the address. The secret is used up in that transaction,
 * so that an error leaves the secret as it was.
 *
 * @throws AuthError the error of `fail`, or of a hook
 */
export async function signInByMailbox(ctx: Context<Codes>, signIn: MailboxSignIn): Promise<SignedInByMailbox> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const userId = signIn.userId ?? (await mailboxOwner(ctx, signIn.email));
    const signedIn =
      userId === null
        ? await signUp(ctx, signIn)
        : await ctx.transactionOn(userModel, userId, (ctx, user) => openAsOwner(ctx, user, signIn));
    if (signedIn) return signedIn;
    // The account of the secret was deleted. Else another account has the address meanwhile.
    if (signIn.userId !== null) break;
  }
  return signIn.fail();
}

async function openAsOwner(
  ctx: TxContext<Codes>,
  user: Locked<typeof userModel>,
  signIn: MailboxSignIn,
): Promise<SignedInByMailbox> {
  if (!(await signIn.consume(ctx))) return signIn.fail();
  return open(ctx, await verifiedOwner(ctx, user, signIn), { signIn, isNewUser: false });
}

/** Creates the account of an address. Null: another sign-up has created it meanwhile. */
async function signUp(ctx: Context<Codes>, signIn: MailboxSignIn): Promise<SignedInByMailbox | null> {
  const { email, newUser } = signIn;
  if (newUser === null) return signIn.fail();
  try {
    return await ctx.transaction(async (ctx) => {
      if (!(await signIn.consume(ctx))) return signIn.fail();
      const now = ctx.now();
      const draft = { name: "", image: null, ...newUser, email, emailVerified: true, createdAt: now, updatedAt: now };
      const user = await createUser(ctx, draft, { caller: signIn.caller, onTaken: concealTaken });
      return open(ctx, user, { signIn, isNewUser: true });
    });
  } catch (error) {
    if (error instanceof AddressTaken) return null;
    throw error;
  }
}

interface Opening {
  readonly signIn: MailboxSignIn;
  readonly isNewUser: boolean;
}

async function open(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  { signIn: { method, email, isRemembered, callbackURL, caller }, isNewUser }: Opening,
): Promise<SignedInByMailbox> {
  const opened = await openSession(ctx, user, {
    method,
    proof: { methods: ["mail"] },
    isRemembered,
    isNewUser,
    callbackURL: callbackURL?.(isNewUser),
    caller,
  });
  const known = opened.kind === "opened" ? knownBrowserCookies(ctx, caller, user.id) : [];
  const confirmed = user.email === email ? confirmedCookies(ctx, user, caller) : [];
  const cookies = [...opened.cookies, ...known, ...confirmed, endedChallenge(ctx)];
  return { opened, user: publicUser(ctx, user), isNewUser, cookies };
}

/** The answer for a script. */
export const signedInAnswer = ({
  opened,
  user,
  cookies,
}: SignedInByMailbox): Outcome<MoreAsked | { readonly token: string; readonly user: User }> =>
  opened.kind === "asked" ? askedOf({ ...opened, cookies }) : ok({ token: opened.token, user }, cookies);
