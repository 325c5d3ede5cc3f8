import { type Comparison, isIn } from "../adapter/where.js";
import { fingerprint } from "../secret/hash.js";

/**
 * Where the row of a token is: under the token's hash or, if it was written before tokens were hashed, under the
 * token itself. One condition for both, so that a row that is upgraded meanwhile is found under either.
 * A hash has 43 characters: none can be presented as a token.
 */
export const storedAs = (token: string): Comparison<string> =>
  isIn(token.length === 32 ? [fingerprint(token), token] : [fingerprint(token)]);
