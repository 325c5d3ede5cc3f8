import { countGuess, type GuessVerdict } from "@keyhold/core/limits";
import type { Caller, Context } from "@keyhold/core/plugin";
import { knownBrowserId } from "@keyhold/core/session";
import { magicLinkErrors } from "../errors.js";
import { endCode, type SentCode } from "./codes.js";

const perCode = { windowSeconds: 600, max: 5 };
const perAccount = { windowSeconds: 900, max: 20 };
const perNetwork = { windowSeconds: 3600, max: 100 };
const fixed = "magicLink({ withCode }): the budget has no option";

/**
 * Counts a guess of a code before the comparison: 5 for each sent code, and 20 for an address in 15 minutes, whatever
 * the browser. A browser that has signed in to the account has a budget of its own. A new code resets no budget of an
 * address.
 *
 * @throws AuthError TOO_MANY_ATTEMPTS
 */
export async function countCodeGuess(
  ctx: Context<"TOO_MANY_ATTEMPTS">,
  code: SentCode,
  caller: Caller,
): Promise<GuessVerdict & { readonly isAllowed: true }> {
  const { email, userId, challenge } = code.link;
  const ofCode = await ctx.limiter.consume(`magic-link code|${challenge} ${code.salt}`, perCode);
  if (!ofCode.isAllowed) {
    await endCode(ctx, code);
    return ctx.fail(magicLinkErrors.TOO_MANY_ATTEMPTS);
  }
  const limits = { perAccount, perNetwork, options: { perAccount: fixed, perNetwork: fixed } };
  const account = userId === null ? { name: email } : { userId };
  const browserId = knownBrowserId(ctx, caller, userId ?? email);
  const guess = await countGuess(ctx, { kind: "magic-link", account, browserId, caller }, limits);
  if (guess.isAllowed) return guess;
  const headers = { "retry-after": String(guess.retryAfterSeconds) };
  return ctx.fail(magicLinkErrors.TOO_MANY_ATTEMPTS, { headers });
}
