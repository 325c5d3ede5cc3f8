import { secondsPerDay } from "../contract/config.js";
import type { Caller, Context } from "../contract/context.js";
import type { Limit, LimitRule, Verdict } from "../contract/limit.js";

/** A guess at a secret of an account: a password, a code. */
export interface Guess {
  /** The kind of secret, e.g. "password". Each kind has separate budgets. */
  readonly kind: string;
  /** The account, or the given name if no account has the name: both have equal budgets. */
  readonly account: { readonly userId: string } | { readonly name: string };
  /**
   * The id of a browser with an earlier sign-in to the account; null for every other client. The other clients share
   * one budget.
   */
  readonly browserId: string | null;
  readonly caller: Pick<Caller, "ipAddress">;
}

/** A guess, and from where it comes. */
interface PlacedGuess extends Omit<Guess, "caller"> {
  /** The address of the client, as rate limits count addresses; null if the address is not known. */
  readonly network: string | null;
  /**
   * The network of the client alone: an IPv4 address, or the /48 of an IPv6 address; null if the address is not known.
   */
  readonly subnet: string | null;
}

/** The budgets of one kind of guesses. */
export interface GuessLimits {
  /** Guesses at one account in one window. */
  readonly perAccount: Limit;
  /**
   * Wrong guesses from a single address in a window, for all accounts together. A browser known to the account is not
   * counted.
   */
  readonly perNetwork: Limit;
  /** The options of `createAuth` that set them, for the log. */
  readonly options: { readonly perAccount: string; readonly perNetwork: string };
}

interface CountedGuess extends PlacedGuess {
  /** How often the account got a new secret: each new secret begins new counts of subnets. */
  readonly newSecrets: number;
}

/** Whether a secret may be compared with a guess. */
export type GuessVerdict =
  | {
      readonly isAllowed: true;
      /** Wrong guesses since the last right guess, at most 30 days back. */
      readonly wrongBefore: number;
      /** Call it after a right guess, outside of the transaction: resets the budget. */
      right(): Promise<void>;
      /** Call it after a wrong guess. */
      wrong(): Promise<void>;
    }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number };

type GuessContext = Pick<Context, "limiter" | "now" | "settings">;

/** How long wrong guesses are remembered. After that they are forgotten without a right guess. */
const rememberedSeconds = 30 * secondsPerDay;
const remembered: Limit = { windowSeconds: rememberedSeconds, max: Number.MAX_SAFE_INTEGER };
const firstDelaySeconds = 30;
const maxDelaySeconds = 3600;

/**
 * Counts a guess before the secret is compared with the guess, so that concurrent guesses stay within the budget. After
 * as many wrong guesses as a window allows, each further guess waits: 30 seconds, and twice as long after each further
 * half window, up to an hour (SP 800-63B-4, section 3.2.2). All clients share these budgets; a browser with an earlier
 * sign-in to the account has a separate budget. A subnet uses at most half of the shared budget, so a single subnet
 * keeps no client of another subnet out: see `countShare`.
 *
 * @example
 * const guess = await countGuess(ctx, { kind: "pin", account: { userId }, browserId: null, caller }, limits);
 * if (!guess.isAllowed) return ctx.fail(errors.TOO_MANY_ATTEMPTS);
 * const isRight = await matches(pin);
 * await (isRight ? guess.right() : guess.wrong());
 */
export async function countGuess(ctx: GuessContext, given: Guess, limits: GuessLimits): Promise<GuessVerdict> {
  const { limiter } = ctx;
  const guess = placed(ctx, given);
  const { perAccount } = limits;
  const ofAccount = ruleFor(`guesses of a ${guess.kind} of one account`, limits.options.perAccount);
  const before = await countsBefore(ctx, guess, limits);
  const { wrong, right } = before;
  // Without this check, the rejected guesses of an address would use up the budgets of accounts.
  if (before.ofAddress >= limits.perNetwork.max + right) {
    const full = await countAddress(ctx, guess, { limits, right });
    if (full) return refuse(full);
  }
  const share = await countShare(ctx, guess, { limits, before });
  if (share && !share.isAllowed) return refuse(share);
  const delaySeconds = delayAfter(wrong, perAccount.max);
  // A guess that the window rejects begins no pause, and a guess that the pause rejects uses up no window.
  if (delaySeconds > 0 && before.window < perAccount.max) {
    const pause = await limiter.consume(keyOf("pause", guess), { windowSeconds: delaySeconds, max: 1 }, ofAccount);
    if (!pause.isAllowed) return refuse(pause);
  }
  const window = await limiter.consume(keyOf("window", guess), perAccount, ofAccount);
  if (!window.isAllowed) return refuse(window);
  const address = await countAddress(ctx, guess, { limits, right });
  if (address && !address.isAllowed) return refuse(address);
  const wrongBefore = wrong + before.beyond + (guess.browserId === null ? 0 : before.wrongOfUnknown);
  const counted = { ...guess, newSecrets: before.newSecrets };
  return {
    isAllowed: true,
    wrongBefore,
    right: () => clearGuesses(ctx, counted, limits),
    wrong: () => noteWrongGuess(ctx, counted, limits),
  };
}

function placed({ settings }: GuessContext, { caller: { ipAddress }, ...guess }: Guess): PlacedGuess {
  const { bucketOf, subnetOf } = settings.clientAddress;
  return {
    ...guess,
    network: ipAddress === null ? null : bucketOf(ipAddress),
    subnet: ipAddress === null ? null : subnetOf(ipAddress),
  };
}

async function noteWrongGuess(ctx: GuessContext, guess: CountedGuess, limits: GuessLimits): Promise<void> {
  const { limiter } = ctx;
  const ofSubnet = subnetKeys(guess, guess.newSecrets);
  const { count } = ofSubnet ? await limiter.consume(ofSubnet.wrong, remembered) : { count: 0 };
  const isBeyond = count > shareOf(limits.perAccount.max);
  await limiter.consume(isBeyond ? keyOf("wrong beyond a share", guess) : keyOf("wrong", guess), remembered);
}

async function clearGuesses(ctx: GuessContext, guess: CountedGuess, limits: GuessLimits): Promise<void> {
  const { limiter } = ctx;
  const ofSubnet = subnetKeys(guess, guess.newSecrets);
  const [wrong = 0] = await limiter.reset([
    ...(ofSubnet ? [ofSubnet.wrong, ofSubnet.window] : []),
    ...keysOfBudget(guess),
  ]);
  // The right guess of another subnet leaves the pause of those beyond their share.
  if (ofSubnet && wrong >= shareOf(limits.perAccount.max)) await limiter.reset(keysBeyond(guess));
  const address = addressKeys(ctx, guess, limits);
  if (address) await limiter.consume(address.right, limits.perNetwork);
}

/**
 * Resets the shared budget of an account that has a new secret: guesses at the old secret lock no client out.
 *
 * @example await forgetGuesses(ctx, { kind: "pin", userId });
 */
export async function forgetGuesses(
  ctx: Pick<Context, "limiter">,
  secret: Pick<Guess, "kind"> & { readonly userId: string },
): Promise<void> {
  const budget = { kind: secret.kind, account: { userId: secret.userId }, browserId: null };
  await ctx.limiter.reset([...keysOfBudget(budget), ...keysBeyond(budget)]);
  await ctx.limiter.consume(secretsKey(budget), remembered);
}

type Budget = Pick<Guess, "kind" | "account" | "browserId">;

const keysOfBudget = (budget: Budget): readonly string[] =>
  (["wrong", "pause", "window"] as const).map((what) => keyOf(what, budget));

/** The counts of subnets that have used their share of the budget of an account. */
const keysBeyond = (budget: Budget): readonly string[] =>
  (["wrong beyond a share", "pause beyond a share"] as const).map((what) => keyOf(what, budget));

/** Seconds that a guess waits after `wrong` wrong guesses; `max`: guesses allowed per window. */
export function delayAfter(wrong: number, max: number): number {
  if (wrong < max) return 0;
  return delayAfterDoublings(Math.floor((wrong - max) / Math.ceil(max / 2)));
}

const delayAfterDoublings = (doublings: number): number =>
  Math.min(firstDelaySeconds * 2 ** doublings, maxDelaySeconds);

/** What a single subnet may use of an account's budget: of the guesses in a window, and of the wrong guesses. */
const shareOf = (max: number): number => Math.ceil(max / 2);

/**
 * Counts the guess in the share of the subnet; null: the guess has no share. A subnet that has used the share of wrong
 * guesses waits after each further guess: 30 seconds, and twice as long after each, up to an hour. All such subnets of
 * an account share this pause, so a botnet has no pause per subnet. Their wrong guesses delay no other client.
 */
async function countShare(
  ctx: GuessContext,
  guess: PlacedGuess,
  { limits, before }: Counting,
): Promise<Verdict | null> {
  const { limiter } = ctx;
  const keys = subnetKeys(guess, before.newSecrets);
  if (!keys) return null;
  const max = shareOf(limits.perAccount.max);
  const rule = ruleFor(`guesses of a ${guess.kind} of one account by one network`, limits.options.perAccount);
  if (before.wrongOfSubnet >= max && before.windowOfSubnet < max) {
    const windowSeconds = delayAfterDoublings(before.beyond);
    const pause = await limiter.consume(keyOf("pause beyond a share", guess), { windowSeconds, max: 1 }, rule);
    if (!pause.isAllowed) return pause;
  }
  return limiter.consume(keys.window, { ...limits.perAccount, max }, rule);
}

interface Counting {
  readonly limits: GuessLimits;
  readonly before: CountsBefore;
}

/** The counts before a guess. Each guess is counted afterwards, by counts that concurrent guesses cannot exceed. */
interface CountsBefore {
  readonly wrong: number;
  readonly window: number;
  readonly beyond: number;
  readonly wrongOfUnknown: number;
  readonly wrongOfSubnet: number;
  readonly windowOfSubnet: number;
  /** Guesses of the address, and the right guesses among them. */
  readonly ofAddress: number;
  readonly right: number;
  readonly newSecrets: number;
}

/** The reads do not differ for a name with and without an account, so that their time tells neither. */
async function countsBefore(ctx: GuessContext, guess: PlacedGuess, limits: GuessLimits): Promise<CountsBefore> {
  const { limiter } = ctx;
  const unknown = { ...guess, browserId: null };
  const address = addressKeys(ctx, guess, limits);
  const [wrong = 0, window = 0, beyond = 0, wrongOfUnknown = 0, newSecrets = 0, ofAddress = 0, right = 0] =
    await limiter.peek([
      ...[keyOf("wrong", guess), keyOf("window", guess)],
      ...[keyOf("wrong beyond a share", unknown), keyOf("wrong", unknown), secretsKey(guess)],
      ...(address ? [address.guesses, address.right] : []),
    ]);
  const ofSubnet = subnetKeys(guess, newSecrets);
  const [wrongOfSubnet = 0, windowOfSubnet = 0] = ofSubnet ? await limiter.peek([ofSubnet.wrong, ofSubnet.window]) : [];
  return { wrong, window, beyond, wrongOfUnknown, wrongOfSubnet, windowOfSubnet, ofAddress, right, newSecrets };
}

/** Counts the guess before the comparison. Right guesses are counted afterwards, and raise the limit by as many. */
async function countAddress(
  ctx: GuessContext,
  guess: PlacedGuess,
  { limits, right }: { readonly limits: GuessLimits; readonly right: number },
): Promise<Verdict | null> {
  const keys = addressKeys(ctx, guess, limits);
  if (!keys) return null;
  const { windowSeconds, max } = limits.perNetwork;
  const rule = ruleFor(`wrong guesses of a ${guess.kind} by one address`, limits.options.perNetwork);
  return ctx.limiter.consume(keys.guesses, { windowSeconds, max: max + right }, rule);
}

const refuse = ({ retryAfterSeconds }: Verdict): GuessVerdict => ({ isAllowed: false, retryAfterSeconds });

const ruleFor = (name: string, option: string) => (): LimitRule => ({
  name,
  option,
  effect: "Further guesses are answered 429",
});

type Counted = "window" | `${"wrong" | "pause"}${"" | " beyond a share"}`;

/** Names without an account are counted apart: they are as many as an attacker likes, and displace no account's count. */
function keyOf(what: Counted, { kind, account, browserId }: Budget): string {
  if ("name" in account) return `${kind} ${what}, no account|${account.name}`;
  return browserId === null
    ? `${kind} ${what}|${account.userId}`
    : `${kind} ${what}, known browser|${account.userId}|${browserId}`;
}

interface SubnetKeys {
  readonly wrong: string;
  readonly window: string;
}

/**
 * The counts of a subnet at an account; null for a known browser, and without an address. A new secret of the account
 * begins new counts of all subnets.
 */
function subnetKeys({ kind, account, browserId, subnet }: PlacedGuess, newSecrets: number): SubnetKeys | null {
  if (browserId !== null || subnet === null) return null;
  const of = "name" in account ? `no account|${account.name}` : `account|${account.userId}|${newSecrets}`;
  return { wrong: `${kind} wrong, subnet at ${of}|${subnet}`, window: `${kind} window, subnet at ${of}|${subnet}` };
}

/** Counts the new secrets of an account. */
const secretsKey = ({ kind, account }: Pick<Guess, "kind" | "account">): string =>
  `${kind} new secrets|${"name" in account ? account.name : account.userId}`;

/** Both counts have equal windows, so that right guesses of a window raise no limit of the next window. */
function addressKeys(
  { now }: GuessContext,
  { kind, browserId, network }: PlacedGuess,
  { perNetwork: { windowSeconds } }: GuessLimits,
): { readonly guesses: string; readonly right: string } | null {
  if (browserId !== null || network === null) return null;
  const window = Math.floor(now().getTime() / (windowSeconds * 1000));
  return {
    guesses: `${kind} guesses, address|${network}|${window}`,
    right: `${kind} right, address|${network}|${window}`,
  };
}
