import { type Comparison, isIn } from "../adapter/where.js";
import type { Settings } from "../contract/config.js";
import { runningBeside } from "../contract/previous-library.js";
import { fingerprint } from "../secret/hash.js";

/**
 * Where the row of a token is: under the token's hash or, if it was written before tokens were hashed, under the
 * token itself. One condition for both, so that a row that is upgraded meanwhile is found under either.
 * A hash has 43 characters: none can be presented as a token.
 */
export const storedAs = (token: string): Comparison<string> =>
  isIn(token.length === 32 ? [fingerprint(token), token] : [fingerprint(token)]);

/** What the row of a new session holds: the token's hash or, while the previous library still runs, the token itself. */
export const newStoredToken = (settings: Settings, token: string): string =>
  runningBeside(settings) ? token : fingerprint(token);
