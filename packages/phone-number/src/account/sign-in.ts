import type { User } from "@keyhold/core";
import { endedChallenge } from "@keyhold/core/mailbox";
import {
  type AuthMethod,
  type Caller,
  type Context,
  publicUser,
  randomText,
  type TxContext,
  type UserDraft,
} from "@keyhold/core/plugin";
import {
  type AskedSignIn,
  enrolledFactors,
  knownBrowserCookies,
  mayAct,
  type OpenedSession,
  openSession,
} from "@keyhold/core/session";
import { createUser, failTaken, type OnTaken } from "@keyhold/core/users";
import { emit } from "../events.js";
import { type LockedNumbered, numberedModel } from "../models.js";
import type { PhoneNumberOptions } from "../options.js";
import { beginClaim, mayMove, moveNumber, tellClaim } from "../recycled/claim.js";
import { mailboxOf } from "../recycled/mailbox.js";
import { noteFirstUse, noteUse } from "../recycled/use.js";
import { isInDoubt } from "./doubt.js";
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
  readonly options: PhoneNumberOptions;
}

/** The result of a sign-in by a number. */
export interface SignedInByNumber {
  readonly kind: "signed in";
  /** Null: no session was asked for. */
  readonly opened: OpenedSession | AskedSignIn | null;
  /** Null: a session was not asked for, and a sign-in would ask for a second factor. */
  readonly user: User | null;
  readonly cookies: readonly string[];
}

/** The number alone is not enough. The code is used up. */
export interface DoubtfulNumber {
  readonly kind: "doubtful";
  readonly user: LockedNumbered;
  /** Until then the user keeps the number by a proof. */
  readonly endsAt: Date;
}

/** The domain of the addresses of users without an address: no mailbox exists at `.invalid` (RFC 2606, section 2). */
const placeholderDomain = "phone-number.invalid";
const lowerCase = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Another call has given the number to a user between the read and the insert. */
class NumberTaken extends Error {
  override readonly name = "NumberTaken";
}

/** The number alone would have opened the account: undoes that. */
class NumberInDoubt extends Error {
  override readonly name = "NumberInDoubt";
}

/** A proof of the number by another code may come between the read and the insert. */
const maxTries = 3;

type Result = SignedInByNumber | DoubtfulNumber;

/**
 * Signs in the user who has verified a number, or creates the account of the number. The code is used up in that
 * transaction, so that an error leaves the code as it was. A number in doubt alone opens no account.
 *
 * @throws AuthError the error of `fail`, or of a hook
 */
export async function signInByNumber(ctx: Context<Codes>, signIn: NumberSignIn): Promise<Result> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const userId = signIn.userId ?? (await holderOf(ctx, signIn.number))?.id ?? null;
    const signedIn = userId === null ? await signUp(ctx, signIn) : await signInHolder(ctx, userId, signIn);
    if (signedIn) return signedIn;
    // The account of the code was deleted.
    if (signIn.userId !== null) break;
  }
  return signIn.fail();
}

/** Signs in the user who has verified the number. Null: the user was deleted. */
async function signInHolder(ctx: Context<Codes>, userId: string, signIn: NumberSignIn): Promise<Result | null> {
  const { number, caller, options, fail } = signIn;
  try {
    return await ctx.transactionOn(numberedModel, userId, async (ctx, user) => {
      if (!holds(user, number) || !(await signIn.consume(ctx))) return fail();
      const inDoubt = await isInDoubt(ctx, user, { number, caller, options });
      const signedIn = await open(ctx, user, signIn, { isNewUser: false, methods: ["sms"] });
      if (inDoubt && !asksForFactor(signedIn)) throw new NumberInDoubt();
      return signedIn;
    });
  } catch (error) {
    if (!(error instanceof NumberInDoubt)) throw error;
  }
  return ctx.transactionOn(numberedModel, userId, async (ctx, user) => {
    if (!holds(user, number) || !(await signIn.consume(ctx))) return fail();
    if (signIn.newUser !== null && (await mayMove(ctx, user, number, options))) {
      await moveNumber(ctx, user);
      return createHolder(ctx, signIn, failTaken);
    }
    const claim = await beginClaim(ctx, user, number, options);
    // The email with the code tells the user, too.
    if ((await mailboxOf(ctx, user)) === null) tellClaim(ctx, user, number, claim, options);
    return { kind: "doubtful", user, endsAt: claim.endsAt };
  });
}

/** Whether a factor of the user is asked for. The enrolment of a new factor is no proof. */
const asksForFactor = ({ opened }: SignedInByNumber): boolean => {
  if (opened?.kind !== "asked") return false;
  const { twoFactorMethods: methods } = opened.asked;
  return methods.length > 0 && !methods.includes("enroll");
};

/** Creates the account of a number. Null: another call has created it meanwhile. */
async function signUp(ctx: Context<Codes>, signIn: NumberSignIn): Promise<SignedInByNumber | null> {
  if (signIn.newUser === null) return signIn.fail();
  const onTaken: OnTaken = (ctx, column) => {
    if (column === "phoneNumber") throw new NumberTaken();
    return failTaken(ctx, column);
  };
  try {
    return await ctx.transaction(async (ctx) => {
      if (!(await signIn.consume(ctx))) return signIn.fail();
      await releaseUnverified(ctx, signIn.number);
      return createHolder(ctx, signIn, onTaken);
    });
  } catch (error) {
    if (error instanceof NumberTaken) return null;
    throw error;
  }
}

async function createHolder(ctx: TxContext<Codes>, signIn: NumberSignIn, onTaken: OnTaken): Promise<SignedInByNumber> {
  const { number, newUser, caller } = signIn;
  const now = ctx.now();
  const email = `phone-${randomText(24, lowerCase)}@${placeholderDomain}`;
  const fixed = { email, phoneNumber: number, phoneNumberVerified: true, createdAt: now, updatedAt: now };
  const user = await createUser(ctx, { name: "", image: null, ...newUser, ...fixed }, { caller, onTaken });
  emit(ctx, { type: "phone-number.verified", user: publicUser(ctx, user), isNewUser: true });
  return open(ctx, user as LockedNumbered, signIn, { isNewUser: true, methods: ["sms"] });
}

/** A sign-in by a code to the mailbox, after the code of a number in doubt. */
interface NumberMailboxSignIn
  extends Pick<NumberSignIn, "number" | "userId" | "opensSession" | "isRemembered" | "consume" | "fail" | "caller"> {
  /** Where the code was sent. */
  readonly to: string;
}

/**
 * Signs in the user who has proven the number and the mailbox.
 *
 * @throws AuthError the error of `fail`, or of a hook
 */
export async function signInByMailbox(
  ctx: Context<"FAILED_TO_CREATE_SESSION">,
  signIn: NumberMailboxSignIn,
): Promise<SignedInByNumber> {
  const { number, userId, to, consume, fail } = signIn;
  const signedIn = await ctx.transactionOn(numberedModel, userId ?? fail(), async (ctx, user) => {
    if (!holds(user, number) || (await mailboxOf(ctx, user)) !== to || !(await consume(ctx))) return fail();
    return open(ctx, user, signIn, { isNewUser: false, methods: ["sms", "mail"] });
  });
  return signedIn ?? fail();
}

interface Opening {
  readonly isNewUser: boolean;
  readonly methods: readonly AuthMethod[];
}

async function open(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: LockedNumbered,
  {
    number,
    opensSession,
    isRemembered,
    caller,
  }: Pick<NumberSignIn, "number" | "opensSession" | "isRemembered" | "caller">,
  { isNewUser, methods }: Opening,
): Promise<SignedInByNumber> {
  const note = (): Promise<void> => (isNewUser ? noteFirstUse(ctx, user, number) : noteUse(ctx, user, number));
  if (!opensSession) {
    await mayAct(ctx, user);
    const isAsked = !isNewUser && (await enrolledFactors(ctx, user)) > 1;
    if (!isAsked) await note();
    const shown = isAsked ? null : publicUser(ctx, user);
    return { kind: "signed in", opened: null, user: shown, cookies: [endedChallenge(ctx)] };
  }
  const apply = async (): Promise<LockedNumbered> => {
    await note();
    return user;
  };
  const opened = await openSession(ctx, user, {
    method: "phone-number",
    proof: { methods },
    isRemembered,
    isNewUser,
    writes: { kept: { plugin: "phone-number", data: number }, apply },
    caller,
  });
  const known = opened.kind === "opened" ? knownBrowserCookies(ctx, caller, user.id) : [];
  const cookies = [...opened.cookies, ...known, endedChallenge(ctx)];
  return { kind: "signed in", opened, user: publicUser(ctx, user), cookies };
}
