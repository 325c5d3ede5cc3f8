import type { User } from "@keyhold/core";
import { endedChallenge } from "@keyhold/core/mailbox";
import {
  type Caller,
  type Context,
  publicUser,
  randomText,
  type TxContext,
  type UserDraft,
} from "@keyhold/core/plugin";
import { type AskedSignIn, knownBrowserCookies, mayAct, type OpenedSession, openSession } from "@keyhold/core/session";
import { createUser, failTaken, type OnTaken } from "@keyhold/core/users";
import { emit } from "../events.js";
import { type LockedNumbered, numberedModel } from "../models.js";
import { holderOf, holds, releaseUnverified } from "./holder.js";

type Codes = "USER_ALREADY_EXISTS" | "FAILED_TO_CREATE_SESSION" | "PHONE_NUMBER_EXIST";

/** A sign-in by a code to a number. */
export interface NumberSignIn {
  /** In E.164. */
  readonly number: string;
  /** The user who had verified the number when the code was asked for; null: no user. */
  readonly userId: string | null;
  /** Columns of a new user; null: no account is created. */
  readonly newUser: Partial<UserDraft> | null;
  readonly opensSession: boolean;
  readonly isRemembered: boolean;
  /** Uses up the code. False: another call was first. */
  readonly consume: (ctx: TxContext) => Promise<boolean>;
  /** Throws the error of a code without an effect. */
  readonly fail: () => never;
  readonly caller: Caller;
}

/** The result of a sign-in by a number. */
export interface SignedInByNumber {
  /** Null: no session was asked for. */
  readonly opened: OpenedSession | AskedSignIn | null;
  readonly user: User;
  readonly cookies: readonly string[];
}

/** The domain of the addresses of users without an address: no mailbox exists at `.invalid` (RFC 2606, section 2). */
const placeholderDomain = "phone-number.invalid";
const lowerCase = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Another call has given the number to a user between the read and the insert. */
class NumberTaken extends Error {
  override readonly name = "NumberTaken";
}

/** A proof of the number by another code may come between the read and the insert. */
const maxTries = 3;

/**
 * Signs in the user who has verified a number, or creates the account of the number. The code is used up in that
 * transaction, so that an error leaves the code as it was.
 *
 * @throws AuthError the error of `fail`, or of a hook
 */
export async function signInByNumber(ctx: Context<Codes>, signIn: NumberSignIn): Promise<SignedInByNumber> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const userId = signIn.userId ?? (await holderOf(ctx, signIn.number))?.id ?? null;
    const signedIn =
      userId === null
        ? await signUp(ctx, signIn)
        : await ctx.transactionOn(numberedModel, userId, (ctx, user) => openAsHolder(ctx, user, signIn));
    if (signedIn) return signedIn;
    // The account of the code was deleted.
    if (signIn.userId !== null) break;
  }
  return signIn.fail();
}

async function openAsHolder(
  ctx: TxContext<Codes>,
  user: LockedNumbered,
  signIn: NumberSignIn,
): Promise<SignedInByNumber> {
  if (!holds(user, signIn.number) || !(await signIn.consume(ctx))) return signIn.fail();
  return open(ctx, user, signIn, false);
}

/** Creates the account of a number. Null: another call has created it meanwhile. */
async function signUp(ctx: Context<Codes>, signIn: NumberSignIn): Promise<SignedInByNumber | null> {
  const { number, newUser, caller } = signIn;
  if (newUser === null) return signIn.fail();
  const onTaken: OnTaken = (ctx, column) => {
    if (column === "phoneNumber") throw new NumberTaken();
    return failTaken(ctx, column);
  };
  try {
    return await ctx.transaction(async (ctx) => {
      if (!(await signIn.consume(ctx))) return signIn.fail();
      await releaseUnverified(ctx, number);
      const now = ctx.now();
      const email = `phone-${randomText(24, lowerCase)}@${placeholderDomain}`;
      const fixed = { email, phoneNumber: number, phoneNumberVerified: true, createdAt: now, updatedAt: now };
      const user = await createUser(ctx, { name: "", image: null, ...newUser, ...fixed }, { caller, onTaken });
      emit(ctx, { type: "phone-number.verified", user: publicUser(ctx, user), isNewUser: true });
      return open(ctx, user, signIn, true);
    });
  } catch (error) {
    if (error instanceof NumberTaken) return null;
    throw error;
  }
}

async function open(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: LockedNumbered | Awaited<ReturnType<typeof createUser>>,
  { opensSession, isRemembered, caller }: NumberSignIn,
  isNewUser: boolean,
): Promise<SignedInByNumber> {
  if (!opensSession) {
    await mayAct(ctx, user);
    return { opened: null, user: publicUser(ctx, user), cookies: [endedChallenge(ctx)] };
  }
  const opened = await openSession(ctx, user, {
    method: "phone-number",
    proof: { methods: ["sms"] },
    isRemembered,
    isNewUser,
    caller,
  });
  const known = opened.kind === "opened" ? knownBrowserCookies(ctx, caller, user.id) : [];
  return { opened, user: publicUser(ctx, user), cookies: [...opened.cookies, ...known, endedChallenge(ctx)] };
}
