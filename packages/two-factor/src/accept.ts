import { confirmPassword } from "@keyhold/core/passwords";
import { type AuthMethod, type Caller, type Context, type TxContext, userModel } from "@keyhold/core/plugin";
import { type Completed, isRecovery, type RightCode } from "./complete.js";
import { endOthers, isEnabled } from "./factor.js";
import { factorBrowserCookies } from "./factor-browser.js";
import { type CodeGuess, noteWrongCode, openKinds } from "./guesses.js";
import { type FactorRow, type LockedUser, twoFactorModel } from "./models.js";
import type { TwoFactorOptions } from "./options.js";
import type { Subject } from "./subject.js";
import { trustDevice } from "./trusted-device.js";

type Codes = "INVALID_TWO_FACTOR_COOKIE" | "FAILED_TO_CREATE_SESSION";

/** A code that matches. */
export interface MatchingCode<Token extends string | null> {
  readonly subject: Subject;
  readonly factor: FactorRow | null;
  readonly guess: CodeGuess;
  readonly methods: readonly AuthMethod[];
  readonly trustDevice: boolean;
  /** Whether other sessions end if the code confirms a factor. Default true. */
  readonly revokeOtherSessions?: boolean | undefined;
  readonly caller: Caller;
  /**
   * Uses the code up, under the user's lock: "used" was another caller's, "confirms" confirms a factor, so that other
   * sessions end. The first factor of a user is enrolled at `now`.
   */
  use(ctx: TxContext<Codes>, user: LockedUser, now: Date): Promise<"used" | "confirms" | "counts">;
  /** Opens the session or records the proof. */
  finish(ctx: TxContext<Codes>, user: LockedUser, code: RightCode): Promise<Completed<Token>>;
}

/** Uses up a code that matches and does what it is for, in one transaction. Null: the code was used already. */
export async function accept<Token extends string | null>(
  ctx: Context<Codes>,
  options: TwoFactorOptions,
  { subject, factor, guess, methods, caller, ...code }: MatchingCode<Token>,
): Promise<Completed<Token> | null> {
  let isConfirmed = false;
  const completed = await ctx.transactionOn(userModel, subject.userId, async (ctx, user) => {
    const now = ctx.now();
    const use = await code.use(ctx, user, now);
    if (use === "used") return null;
    const confirms = use === "confirms";
    isConfirmed = confirms;
    const shown = confirms ? { ...user, twoFactorEnabled: true } : user;
    const right = { subject, methods, confirms, caller };
    const finished = await code.finish(ctx, shown, right);
    const createdAt = confirms && !isEnabled(user) ? now : (factor?.createdAt ?? now);
    const opened = finished.sessionId !== undefined;
    const known = opened ? factorBrowserCookies(ctx, caller, { userId: user.id, createdAt }) : [];
    const done = { ...finished, cookies: [...finished.cookies, ...known] };
    if (confirms) {
      const { revokeOtherSessions = true } = code;
      await endOthers(ctx, user, { except: done.sessionId, revokeOtherSessions });
      if (subject.session) await confirmPassword(ctx, user, subject.session);
    }
    if (factor?.closed) await ctx.db.update(twoFactorModel, factor.id, { closed: null, updatedAt: ctx.now() }, user);
    // A trusted browser would sign in past the bounds of a recovery.
    if (!code.trustDevice || isRecovery(ctx, right)) return done;
    const trusted = await trustDevice(ctx, user, { caller, seconds: options.trustDeviceSeconds });
    return { ...done, cookies: [...done.cookies, ...trusted] };
  });
  if (!completed) {
    await noteWrongCode(ctx, guess, subject.userId);
    return null;
  }
  await guess.guess.right();
  if (factor?.closed || isConfirmed) await openKinds(ctx, subject.userId);
  return completed;
}
