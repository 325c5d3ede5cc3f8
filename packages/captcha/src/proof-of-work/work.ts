import { type Challenge, createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

export type { Challenge };

/** The rounds of each key. The server derives one key for a challenge, and another key for a solution. */
const cost = 5000;
/** The signature of the token is what counts. The library wants a secret, too. */
const hmacSignatureSecret = "a signed value holds the challenge";

/** A challenge: its key is found after half of `effort` keys at least, and after half more at most. */
export const createWork = (effort: number): Promise<Challenge> =>
  createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost,
    counter: randomInt(Math.ceil(effort * 1.5), Math.ceil(effort / 2)),
    deriveKey,
    hmacSignatureSecret,
  });

/** The key that a browser has found, in hexadecimal, and after how many keys. */
interface Solution {
  readonly counter: number;
  readonly derivedKey: string;
}

/** Whether a solution belongs to a challenge of `createWork`. */
export const isSolved = async (challenge: Challenge, solution: Solution): Promise<boolean> =>
  (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })).verified;
