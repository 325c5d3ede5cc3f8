import { secondsPerDay } from "../contract/config.js";
import type { Context } from "../contract/context.js";
import type { Limit, LimitRule, Verdict } from "./limit.js";

/** A guess at a secret of an account: a password, a code. */
export interface Guess {
  /** The kind of secret, e.g. "password". Each kind has budgets of its own. */
  readonly kind: string;
  /** The account, or the given name if no account has it: both have the same budgets. */
  readonly account: { readonly userId: string } | { readonly name: string };
  /**
   * The id of a browser with an earlier sign-in to the account; null for every other client. The other clients share
   * one budget.
   */
  readonly browserId: string | null;
  /** The network of the client, as rate limits count it; null if it is not known. */
  readonly network: string | null;
}

/** The budgets of one kind of guesses. */
export interface GuessLimits {
  /** Guesses at one account in one window. */
  readonly perAccount: Limit;
  /**
   * Wrong guesses from one network in one window, for all accounts together. A browser known to the account is not
   * counted.
   */
  readonly perNetwork: Limit;
  /** The options of `createAuth` that set them, for the log. */
  readonly options: { readonly perAccount: string; readonly perNetwork: string };
}

/** Whether a secret may be compared with a guess. */
export type GuessVerdict =
  | {
      readonly isAllowed: true;
      /** Wrong guesses since the last right one, at most 30 days back. */
      readonly wrongBefore: number;
    }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number };

type GuessContext = Pick<Context, "limiter">;

/** How long wrong guesses are remembered. After that they are forgotten without a right guess. */
const rememberedSeconds = 30 * secondsPerDay;
const firstDelaySeconds = 30;
const maxDelaySeconds = 3600;

/**
 * Counts a guess before the secret is compared with it, so that concurrent guesses stay within the budget. After as
 * many wrong guesses as one window allows, each further guess waits: 30 seconds, and twice as long after each further
 * half window, up to an hour (SP 800-63B-4, section 3.2.2). All clients share these budgets; a browser with an earlier
 * sign-in to the account has its own.
 *
 * @example
 * const verdict = await countGuess(ctx, guess, limits);
 * if (!verdict.isAllowed) return tooMany(verdict.retryAfterSeconds);
 * if (isRight) await clearGuesses(ctx, guess);
 * else await noteWrongGuess(ctx, guess, limits);
 */
export async function countGuess(ctx: GuessContext, guess: Guess, limits: GuessLimits): Promise<GuessVerdict> {
  const { limiter } = ctx;
  const { perAccount, perNetwork } = limits;
  const ofAccount = ruleFor(`guesses of a ${guess.kind} of one account`, limits.options.perAccount);
  const ofNetwork = ruleFor(`wrong guesses of a ${guess.kind} by one network`, limits.options.perNetwork);
  const network = networkKey(guess);
  if (network !== null && (await limiter.peek(network)) >= perNetwork.max)
    return refuse(await limiter.consume(network, perNetwork, ofNetwork));
  const wrong = await limiter.peek(keyOf("wrong", guess));
  const delaySeconds = delayAfter(wrong, perAccount.max);
  // A guess that the window rejects begins no pause, and a guess that the pause rejects uses up no window.
  if (delaySeconds > 0 && (await limiter.peek(keyOf("window", guess))) < perAccount.max) {
    const pause = await limiter.consume(keyOf("pause", guess), { windowSeconds: delaySeconds, max: 1 }, ofAccount);
    if (!pause.isAllowed) return refuse(pause);
  }
  const window = await limiter.consume(keyOf("window", guess), perAccount, ofAccount);
  if (!window.isAllowed) return refuse(window);
  return { isAllowed: true, wrongBefore: wrong + (await wrongOfOthers(ctx, guess)) };
}

/** Records that a counted guess was wrong. */
export async function noteWrongGuess({ limiter }: GuessContext, guess: Guess, limits: GuessLimits): Promise<void> {
  await limiter.consume(keyOf("wrong", guess), { windowSeconds: rememberedSeconds, max: Number.MAX_SAFE_INTEGER });
  const network = networkKey(guess);
  if (network !== null) await limiter.consume(network, limits.perNetwork);
}

/** Resets the budget of a guess: the guess was right, or there is a new secret. */
export async function clearGuesses({ limiter }: GuessContext, guess: Guess): Promise<void> {
  if ((await limiter.reset(keyOf("wrong", guess))) > 0) await limiter.reset(keyOf("pause", guess));
  await limiter.reset(keyOf("window", guess));
}

/** Seconds that a guess waits after `wrong` wrong ones; `max`: guesses allowed per window. */
export function delayAfter(wrong: number, max: number): number {
  if (wrong < max) return 0;
  const doublings = Math.floor((wrong - max) / Math.ceil(max / 2));
  return Math.min(firstDelaySeconds * 2 ** doublings, maxDelaySeconds);
}

const refuse = ({ retryAfterSeconds }: Verdict): GuessVerdict => ({ isAllowed: false, retryAfterSeconds });

const ruleFor = (name: string, option: string) => (): LimitRule => ({
  name,
  option,
  effect: "Further guesses are answered 429",
});

/** What other clients guessed wrong, for a browser with budgets of its own. */
const wrongOfOthers = async ({ limiter }: GuessContext, guess: Guess): Promise<number> =>
  guess.browserId === null ? 0 : limiter.peek(keyOf("wrong", { ...guess, browserId: null }));

/** Names without an account are counted apart: they are as many as an attacker likes, and displace no account's count. */
function keyOf(what: "window" | "wrong" | "pause", { kind, account, browserId }: Guess): string {
  if ("name" in account) return `${kind} ${what}, no account|${account.name}`;
  return browserId === null
    ? `${kind} ${what}|${account.userId}`
    : `${kind} ${what}, known browser|${account.userId}|${browserId}`;
}

const networkKey = ({ kind, browserId, network }: Guess): string | null =>
  browserId === null && network !== null ? `${kind} wrong, network|${network}` : null;
