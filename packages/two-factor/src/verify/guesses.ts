import { countGuess, forgetGuesses, type GuessVerdict } from "@keyhold/core/limits";
import { type Caller, type Context, userModel } from "@keyhold/core/plugin";
import { type Enrolment, factorBrowserId } from "../browser/factor-browser.js";
import { sendNotice } from "../emails.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { type FactorRow, twoFactorModel } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import type { Subject } from "../proof/subject.js";

/** The kinds of codes. Each has budgets of its own. */
export const codeKinds = ["totp", "otp", "backup-code"] as const;
export type CodeKind = (typeof codeKinds)[number];

/** A guess at a code, counted before the code is compared. */
export interface CodeGuess {
  readonly kind: CodeKind;
  readonly guess: GuessVerdict & { readonly isAllowed: true };
  /** Null: of a browser that is not known to the account. */
  readonly browserId: string | null;
}

const perChallenge = { windowSeconds: 600, max: 5 };
const perNetwork = { windowSeconds: 3600, max: 100 };
/** SP 800-63B-4, section 3.2.2: after so many in a row the kind is closed. */
const maxInARow = 100;

interface Guessing {
  readonly kind: CodeKind;
  readonly subject: Subject;
  readonly factor: Pick<FactorRow, "closed" | keyof Enrolment> | null;
  readonly caller: Caller;
}

/**
 * Counts a guess, right or wrong: 5 per sign-in, 20 per user and kind in 15 minutes. A browser in which a second factor of
 * the account was given has budgets of its own, so a stranger's guesses do not keep its owner out.
 *
 * @throws AuthError TOO_MANY_ATTEMPTS
 */
export async function countCode(
  ctx: Context<"TOO_MANY_ATTEMPTS">,
  { guesses }: TwoFactorOptions,
  { kind, subject, factor, caller }: Guessing,
): Promise<CodeGuess> {
  const { userId, pending } = subject;
  if (pending) {
    const ofChallenge = await ctx.limiter.consume(`two-factor challenge|${pending.id}`, perChallenge);
    if (!ofChallenge.isAllowed) return tooMany(ctx, ofChallenge.retryAfterSeconds);
  }
  const browserId = factor && factorBrowserId(ctx, caller, factor);
  if (browserId === null && isClosed(factor, kind)) return tooMany(ctx, null);
  const options = { perAccount: "twoFactor({ guesses })", perNetwork: "twoFactor({ guesses })" };
  const limits = { perAccount: guesses, perNetwork, options };
  const guess = await countGuess(ctx, { kind, account: { userId }, browserId, caller }, limits);
  return guess.isAllowed ? { kind, guess, browserId } : tooMany(ctx, guess.retryAfterSeconds);
}

const tooMany = (ctx: Context<"TOO_MANY_ATTEMPTS">, retryAfterSeconds: number | null): never =>
  ctx.fail(
    twoFactorErrors.TOO_MANY_ATTEMPTS,
    retryAfterSeconds === null ? {} : { headers: { "retry-after": String(retryAfterSeconds) } },
  );

const kindsIn = (closed: string | null): readonly string[] => closed?.split(",") ?? [];

/** Whether a kind of code is closed for browsers that are not known to the account. */
export const isClosed = (factor: Pick<FactorRow, "closed"> | null, kind: CodeKind): boolean =>
  kindsIn(factor?.closed ?? null).includes(kind);

/** Records a wrong guess. After a hundred in a row of unknown browsers the kind is closed. */
export async function noteWrongCode(
  ctx: Context,
  { kind, guess, browserId }: CodeGuess,
  userId: string,
): Promise<void> {
  await guess.wrong();
  if (browserId !== null || guess.wrongBefore + 1 < maxInARow) return;
  await ctx.transactionOn(userModel, userId, async (ctx, user) => {
    const factor = await ctx.db.find(twoFactorModel, { userId });
    if (!factor || isClosed(factor, kind)) return;
    const closed = [...kindsIn(factor.closed), kind].join(",");
    await ctx.db.update(twoFactorModel, factor.id, { closed, updatedAt: ctx.now() }, user);
    emit(ctx, { type: "two-factor.closed", userId, kind });
    await sendNotice(ctx, user, "two-factor.closed", { closed: kind });
  });
}

/** Opens every kind of code of a user again: another factor, or an administrator, has confirmed the user. */
export async function openKinds(ctx: Context, userId: string): Promise<void> {
  for (const kind of codeKinds) await forgetGuesses(ctx, { kind, userId });
}
