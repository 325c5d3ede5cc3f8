import type { Caller, Context } from "../../contract/context.js";
import type { Limit } from "../../contract/limit.js";
import { countGuess, type GuessVerdict } from "../../limit/guesses.js";
import { knownBrowserId } from "../../session/known-browser.js";

const perCode: Limit = { windowSeconds: 600, max: 5 };
const perAccount: Limit = { windowSeconds: 900, max: 20 };
const perNetwork: Limit = { windowSeconds: 3600, max: 100 };
const fixed = "the budget of sent codes has no option";
const options = { perAccount: fixed, perNetwork: fixed };

/** A sent code, as far as guesses are concerned. */
interface GuessedCode {
  /** Of this code alone. */
  readonly key: string;
  readonly to: string;
  readonly userId: string | null;
}

/** Whether a guess may be compared. "code": the guesses of the code are used up, and `isFirst` says so for the first time. */
export type CodeVerdict =
  | (GuessVerdict & { readonly isAllowed: true })
  | { readonly isAllowed: false; readonly of: "code"; readonly isFirst: boolean }
  | { readonly isAllowed: false; readonly of: "recipient"; readonly retryAfterSeconds: number };

const keyOf = (key: string): string => `sent code|${key}`;

/** Whether a sent code has guesses left. */
export const hasGuesses = async ({ limiter }: Pick<Context, "limiter">, key: string): Promise<boolean> =>
  ((await limiter.peek([keyOf(key)]))[0] ?? 0) < perCode.max;

/**
 * Counts a guess before the comparison: 5 for each sent code, and 20 for an account in 15 minutes, whatever the plugin,
 * the browser and the kind of code. A browser that has signed in to the account has a budget of its own. A new code
 * resets no budget of an account. An address or a phone number without an account has an equal budget.
 */
export async function countCodeGuess(
  ctx: Context,
  { key, to, userId }: GuessedCode,
  caller: Caller,
): Promise<CodeVerdict> {
  const ofThisCode = keyOf(key);
  const ofCode = await ctx.limiter.consume(ofThisCode, perCode);
  if (!ofCode.isAllowed) return { isAllowed: false, of: "code", isFirst: ofCode.count === perCode.max + 1 };
  const account = userId === null ? { name: to } : { userId };
  const browserId = knownBrowserId(ctx, caller, userId ?? to);
  const guess = { kind: "sent code", account, browserId, caller };
  const verdict = await countGuess(ctx, guess, { perAccount, perNetwork, options });
  if (!verdict.isAllowed) return { ...verdict, of: "recipient" };
  const right = async (): Promise<void> => {
    await ctx.limiter.reset([ofThisCode]);
    await verdict.right();
  };
  return { ...verdict, right };
}
