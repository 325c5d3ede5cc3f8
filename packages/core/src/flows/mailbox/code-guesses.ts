import type { Caller, Context } from "../../contract/context.js";
import type { Limit } from "../../contract/limit.js";
import { countGuess, type GuessVerdict } from "../../limit/guesses.js";
import { knownBrowserId } from "../../session/known-browser.js";

const perCode: Limit = { windowSeconds: 600, max: 5 };
const perAccount: Limit = { windowSeconds: 900, max: 20 };
const perNetwork: Limit = { windowSeconds: 3600, max: 100 };
const fixed = "the budget of codes by email has no option";
const options = { perAccount: fixed, perNetwork: fixed };

/** A sent code, as far as guesses are concerned. */
interface GuessedCode {
  /** Of this code alone. */
  readonly key: string;
  readonly email: string;
  readonly userId: string | null;
}

/** Whether a guess may be compared. "code": the guesses of the code are used up. */
export type CodeVerdict =
  | (GuessVerdict & { readonly isAllowed: true })
  | { readonly isAllowed: false; readonly of: "code" }
  | { readonly isAllowed: false; readonly of: "address"; readonly retryAfterSeconds: number };

/**
 * Counts a guess before the comparison: 5 for each sent code, and 20 for an address in 15 minutes, whatever the plugin,
 * the browser and the kind of code. A browser that has signed in to the account has a budget of its own. A new code
 * resets no budget of an address.
 */
export async function countCodeGuess(
  ctx: Context,
  { key, email, userId }: GuessedCode,
  caller: Caller,
): Promise<CodeVerdict> {
  const ofThisCode = `mailed code|${key}`;
  const ofCode = await ctx.limiter.consume(ofThisCode, perCode);
  if (!ofCode.isAllowed) return { isAllowed: false, of: "code" };
  const account = userId === null ? { name: email } : { userId };
  const browserId = knownBrowserId(ctx, caller, userId ?? email);
  const guess = { kind: "mailed code", account, browserId, caller };
  const verdict = await countGuess(ctx, guess, { perAccount, perNetwork, options });
  if (!verdict.isAllowed) return { ...verdict, of: "address" };
  const right = async (): Promise<void> => {
    await ctx.limiter.reset([ofThisCode]);
    await verdict.right();
  };
  return { ...verdict, right };
}
