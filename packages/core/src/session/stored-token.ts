import { type Comparison, isIn } from "../adapter/where.js";
import type { Settings } from "../contract/config.js";
import type { Caller } from "../contract/context.js";
import { runningBeside } from "../contract/previous-library.js";
import { fingerprint } from "../secret/hash.js";

/**
 * The condition for the row of a token: the token's hash or, in a row from before tokens were hashed, the token itself.
 * A single condition for both, so that a row that is upgraded meanwhile is found. A hash has 43 characters: no hash can
 * be presented as a token.
 */
export const storedAs = (token: string): Comparison<string> =>
  isIn(token.length === 32 ? [fingerprint(token), token] : [fingerprint(token)]);

/** The hash of a stored token: a row may have the token itself. */
export const hashOfStored = (stored: string): string => (stored.length === 43 ? stored : fingerprint(stored));

/** The tokens of a caller's cookies, in the order in which they count. */
export const tokensOf = ({
  sessionToken,
  newestToken,
}: Pick<Caller, "sessionToken" | "newestToken">): readonly string[] =>
  [sessionToken, newestToken].filter((token) => token !== null);

/** The stored token of a new session: the hash or, while the previous library still runs, the token itself. */
export const newStoredToken = (settings: Settings, token: string): string =>
  runningBeside(settings) ? token : fingerprint(token);

/** The conflict of a new token. */
export function failToken(): never {
  throw new Error("Two sessions got the same random token.");
}
