import { secondsPerDay } from "../contract/config.js";
import type { Context } from "../contract/context.js";
import type { Limit, Verdict } from "./limit.js";

/** A guess at a secret of an account: a password, a code. */
export interface Guess {
  /** What is guessed, e.g. "password". Each kind of secret has budgets of its own. */
  readonly kind: string;
  /** The account, or the name that was given where no account has it: both have the same budgets. */
  readonly account: { readonly userId: string } | { readonly name: string };
  /** The id of a browser that has signed in to the account before; null for every other client. They share one budget. */
  readonly browserId: string | null;
  /** The network of the client, as rate limits count it; null when it is not known. */
  readonly network: string | null;
}

export interface GuessLimits {
  /** Guesses at one account in one window. */
  readonly perAccount: Limit;
  /** Wrong guesses of one network in one window, whatever the account. A browser that the account knows is not counted. */
  readonly perNetwork: Limit;
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

/** Wrong guesses are remembered for so long. No right guess is needed to forget them afterwards. */
const rememberedSeconds = 30 * secondsPerDay;
const firstDelaySeconds = 30;
const maxDelaySeconds = 3600;

/**
 * Counts a guess before the secret is compared with it, so that many guesses at once are no more than the budget. After
 * as many wrong guesses as one window allows, each further guess waits: 30 seconds, and twice as long after each half
 * window more, up to an hour (SP 800-63B-4, section 3.2.2). Clients share these budgets; a browser that has signed in to
 * the account before has its own.
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
  const network = networkKey(guess);
  if (network !== null && (await limiter.peek(network)) >= perNetwork.max)
    return refuse(await limiter.consume(network, perNetwork));
  const wrong = await limiter.peek(keyOf("wrong", guess));
  const delaySeconds = delayAfter(wrong, perAccount.max);
  // A guess that the window refuses begins no pause, and one that the pause refuses uses up no window.
  if (delaySeconds > 0 && (await limiter.peek(keyOf("window", guess))) < perAccount.max) {
    const pause = await limiter.consume(keyOf("pause", guess), { windowSeconds: delaySeconds, max: 1 });
    if (!pause.isAllowed) return refuse(pause);
  }
  const window = await limiter.consume(keyOf("window", guess), perAccount);
  if (!window.isAllowed) return refuse(window);
  return { isAllowed: true, wrongBefore: wrong + (await wrongOfOthers(ctx, guess)) };
}

/** Notes that a counted guess was wrong. */
export async function noteWrongGuess({ limiter }: GuessContext, guess: Guess, limits: GuessLimits): Promise<void> {
  await limiter.consume(keyOf("wrong", guess), { windowSeconds: rememberedSeconds, max: Number.MAX_SAFE_INTEGER });
  const network = networkKey(guess);
  if (network !== null) await limiter.consume(network, limits.perNetwork);
}

/** Gives back the whole budget that a guess belongs to: the guess was right, or there is a new secret. */
export async function clearGuesses({ limiter }: GuessContext, guess: Guess): Promise<void> {
  if ((await limiter.reset(keyOf("wrong", guess))) > 0) await limiter.reset(keyOf("pause", guess));
  await limiter.reset(keyOf("window", guess));
}

/** How long a guess waits after so many wrong ones; `max`: how many one window allows. */
export function delayAfter(wrong: number, max: number): number {
  if (wrong < max) return 0;
  const doublings = Math.floor((wrong - max) / Math.ceil(max / 2));
  return Math.min(firstDelaySeconds * 2 ** doublings, maxDelaySeconds);
}

const refuse = ({ retryAfterSeconds }: Verdict): GuessVerdict => ({ isAllowed: false, retryAfterSeconds });

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
