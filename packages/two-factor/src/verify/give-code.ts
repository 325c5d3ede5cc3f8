import type { ErrorEntry } from "@keyhold/core";
import { confirmPassword } from "@keyhold/core/passwords";
import { type AuthMethod, type Caller, type Context, type TxContext, userModel } from "@keyhold/core/plugin";
import { factorBrowserCookies } from "../browser/factor-browser.js";
import { trustDevice } from "../browser/trusted-device.js";
import type { TwoFactorErrorCode } from "../errors.js";
import { enableFactor } from "../factor/enable.js";
import type { EnrolledKind } from "../factor/enrolled-at.js";
import { endOthers, factorOf, isEnabled } from "../factor/factor.js";
import { type FactorRow, type LockedUser, twoFactorModel } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import type { Subject } from "../proof/subject.js";
import { type Completed, isRecovery, type RightCode } from "./complete.js";
import { type CodeKind, countCode, noteWrongCode, openKinds } from "./guesses.js";

/** A code that a user has given. */
export interface GivenCode {
  readonly subject: Subject;
  readonly code: string;
  /** Whether the code may confirm a new factor. Default true. */
  readonly mayConfirm?: boolean;
  /** Default false. */
  readonly trustDevice?: boolean;
  /** Whether other sessions end if the code confirms a factor. Default true. */
  readonly revokeOtherSessions?: boolean;
  readonly caller: Caller;
}

/** A given code, with the factors of its user. */
export interface Attempt extends GivenCode {
  readonly options: TwoFactorOptions;
  readonly factor: FactorRow | null;
}

/** A right code that is used up. */
export interface Use extends Attempt {
  /** A first factor is enrolled at this time: in its row, and in the cookie of the browser. */
  readonly now: Date;
}

/** What a right code does beside its proof: "enables": it confirms a factor, so that sign-ins ask from now on. */
export interface Consumed {
  readonly effect: "none" | "confirms" | { readonly enables: EnrolledKind };
  /** The unused backup codes, after a backup code. */
  readonly left?: number;
}

/** A kind of code: a file each. `Known` is what the comparison needs, `Match` what a right code has. */
export interface Factor<Known, Match, Code extends TwoFactorErrorCode> {
  readonly kind: CodeKind;
  /** The error of a wrong code. */
  readonly wrong: ErrorEntry<Code>;
  /** Before the guess is counted. Fails if the user has no such factor. */
  find(ctx: Context<Code>, attempt: Attempt): Promise<Known>;
  /** Compares the code, in constant time; null: it is wrong. */
  match(ctx: Context<Code>, attempt: Attempt, known: Known): Promise<Match | null>;
  /** What a right code proves, beside "mfa". */
  methods(ctx: Context, attempt: Attempt): Promise<readonly AuthMethod[]> | readonly AuthMethod[];
  /** Uses the code up, under the user's lock. Null: another call was first, or the code confirms no factor here. */
  consume(ctx: TxContext, user: LockedUser, use: Use, match: Match): Promise<Consumed | null>;
}

type FinishCode = "INVALID_TWO_FACTOR_COOKIE" | "FAILED_TO_CREATE_SESSION";

/** The errors of every kind of code. */
type GuessCode = FinishCode | "TOO_MANY_ATTEMPTS";

/** Opens the session or records the proof. */
export type Finish<Token extends string | null> = (
  ctx: TxContext<FinishCode>,
  user: LockedUser,
  code: RightCode,
) => Promise<Completed<Token>>;

/**
 * Takes a code: counts the guess, compares it, uses a right code up and does what it is for, in one transaction.
 *
 * @throws AuthError the `wrong` of the factor, TOO_MANY_ATTEMPTS, and the errors of `find`, `match` and `finish`
 */
export async function giveCode<Known, Match, Code extends TwoFactorErrorCode, Token extends string | null>(
  ctx: Context<GuessCode | Code>,
  options: TwoFactorOptions,
  kind: Factor<Known, Match, Code>,
  given: GivenCode,
  finish: Finish<Token>,
): Promise<Completed<Token>> {
  const { subject, caller } = given;
  const { userId } = subject;
  const factor = await factorOf(ctx, userId);
  const attempt = { ...given, options, factor };
  const known = await kind.find(ctx, attempt);
  const guess = await countCode(ctx, options, { kind: kind.kind, subject, factor, caller });
  const match = await kind.match(ctx, attempt, known);
  const right = match !== null && { subject, caller, methods: await kind.methods(ctx, attempt) };
  const used =
    right &&
    (await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      const use = { ...attempt, now: ctx.now() };
      const consumed = await kind.consume(ctx, user, use, match);
      if (!consumed) return null;
      const completed = await useCode(ctx, user, { use, consumed, right, finish });
      return { completed, isConfirmed: consumed.effect !== "none" };
    }));
  if (!used) {
    await noteWrongCode(ctx, guess, userId);
    return ctx.fail(kind.wrong);
  }
  await guess.guess.right();
  if (factor?.closed || used.isConfirmed) await openKinds(ctx, userId);
  return used.completed;
}

interface UsedCode<Token extends string | null> {
  readonly use: Use;
  readonly consumed: Consumed;
  readonly right: RightCode;
  readonly finish: Finish<Token>;
}

/** Does what a code is for that is used up. */
async function useCode<Token extends string | null>(
  ctx: TxContext<FinishCode>,
  user: LockedUser,
  { use, consumed: { effect, left }, right: given, finish }: UsedCode<Token>,
): Promise<Completed<Token>> {
  const { options, factor, subject, caller, now, revokeOtherSessions = true } = use;
  const confirms = effect !== "none";
  const right = { ...given, confirms };
  if (typeof effect === "object") await enableFactor(ctx, user, effect.enables);
  const shown = confirms ? { ...user, twoFactorEnabled: true } : user;
  const finished = await finish(ctx, shown, right);
  const createdAt = confirms && !isEnabled(user) ? now : (factor?.createdAt ?? now);
  const cookies = [...finished.cookies];
  if (finished.sessionId !== undefined)
    cookies.push(...factorBrowserCookies(ctx, caller, { userId: user.id, createdAt }));
  if (confirms) {
    await endOthers(ctx, user, { except: finished.sessionId, revokeOtherSessions });
    if (subject.session) await confirmPassword(ctx, user, subject.session);
  }
  if (factor?.closed) await ctx.db.update(twoFactorModel, factor.id, { closed: null, updatedAt: ctx.now() }, user);
  // A trusted browser would sign in past the bounds of a recovery.
  if (use.trustDevice && !isRecovery(ctx, right))
    cookies.push(...(await trustDevice(ctx, user, { caller, seconds: options.trustDeviceSeconds })));
  return { ...finished, cookies, left };
}
