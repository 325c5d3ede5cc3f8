import { secondsPerDay } from "../contract/config.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import { fingerprint } from "../secret/hash.js";
import { randomText } from "../secret/random.js";
import { markCookie, readMarkCookies } from "./cookie.js";
import { hasProofColumns } from "./proof.js";

type CookieContext = Pick<Context | TxContext, "schema" | "settings" | "ownKeys" | "now">;

/** The accounts to which a browser has signed in with a password. */
interface KnownBrowser {
  readonly id: string;
  /** Newest first. */
  readonly accounts: readonly KnownAccount[];
}

interface KnownAccount {
  /** A hash of the user id, so that the cookie contains no id. */
  readonly tag: string;
  /** Seconds since 1970. */
  readonly notedAt: number;
}

const usualName = "known_browser";
/** How long a browser is known after a sign-in. */
export const knownBrowserSeconds = 180 * secondsPerDay;
/** On a shared computer, the account with the oldest sign-in is dropped. */
const maxAccounts = 10;

const tagOf = (account: string): string => fingerprint(account).slice(0, 16);

/**
 * The id of the caller's browser if that browser has signed in to this account with a password in the last 180 days,
 * else null. `account`: a user's id. `name`: of another cookie, for browsers that are known for another reason.
 */
export function knownBrowserId(ctx: CookieContext, caller: Caller, account: string, name = usualName): string | null {
  return knownBrowser(ctx, caller, account, name)?.id ?? null;
}

/** The same with the time of the noted sign-in, in seconds since 1970. */
export function knownBrowser(
  ctx: CookieContext,
  caller: Caller,
  account: string,
  name = usualName,
): (Pick<KnownBrowser, "id"> & Pick<KnownAccount, "notedAt">) | undefined {
  const tag = tagOf(account);
  const noted = readKnownBrowsers(ctx, caller, name).flatMap(({ id, accounts }) =>
    accounts.map((one) => ({ ...one, id })),
  );
  return noted.find((one) => one.tag === tag);
}

/**
 * The cookie that makes a browser known to an account after a right password: wrong guesses of other clients then use
 * no budget of this browser (see limit/guesses.ts). The cookie grants no access. Each sign-in renews it:
 * `isKnownAsker` counts a sign-in since a claim of the account.
 */
export function knownBrowserCookies(
  ctx: CookieContext,
  caller: Caller,
  account: string,
  name = usualName,
): readonly string[] {
  const hasBudgets = ctx.settings.rateLimit.wrongPasswords !== false || hasProofColumns(ctx);
  if (!hasBudgets) return [];
  const tag = tagOf(account);
  const notedAt = Math.floor(ctx.now().getTime() / 1000);
  const browsers = readKnownBrowsers(ctx, caller, name);
  const present = knownBrowser(ctx, caller, account, name);
  const browser = browsers.find(({ id }) => id === present?.id) ?? browsers[0];
  const others = browser?.accounts.filter((one) => one.tag !== tag) ?? [];
  const accounts = [{ tag, notedAt }, ...others].slice(0, maxAccounts);
  const value = write({ id: browser?.id ?? randomText(16), accounts });
  return [markCookie(ctx, { name, value, maxAgeSeconds: knownBrowserSeconds })];
}

const readKnownBrowsers = (ctx: CookieContext, caller: Caller, name: string): readonly KnownBrowser[] =>
  readMarkCookies(ctx, caller, name).flatMap((value) => read(value, ctx.now()) ?? []);

const write = ({ id, accounts }: KnownBrowser): string =>
  [id, ...accounts.map(({ tag, notedAt }) => `${tag}.${notedAt}`)].join("~");

/** Without expired accounts; null for a malformed text. */
function read(value: string, now: Date): KnownBrowser | null {
  const [id = "", ...entries] = value.split("~");
  const earliest = now.getTime() / 1000 - knownBrowserSeconds;
  const accounts = entries
    .map((entry) => entry.split("."))
    .map(([tag = "", notedAt]) => ({ tag, notedAt: Number(notedAt) }))
    .filter(({ tag, notedAt }) => tag.length === 16 && notedAt > earliest);
  return id.length === 16 ? { id, accounts } : null;
}
