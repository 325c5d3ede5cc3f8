import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { ChallengedAction } from "@keyhold/core";
import { clientRoutes } from "./client-routes.js";
import type { ProofOfWorkTypes } from "./plugin.js";

/** A named interface keeps the inferred types of apps short. */
export interface ProofOfWorkClient extends ClientPlugin<ProofOfWorkTypes> {}

/**
 * The client plugin for `proofOfWork()`: `solverOf` needs its call.
 *
 * @example createAuthClient({ plugins: [proofOfWorkClient()] })
 */
export const proofOfWorkClient = (): ProofOfWorkClient => clientPlugin({ id: "proof-of-work", routes: clientRoutes });

/** A client with `proofOfWorkClient()`, as far as a solver calls it. */
export interface ClientWithWork {
  readonly proofOfWork: {
    readonly challenge: (input: { readonly action: ChallengedAction }) => Promise<{
      readonly data: { readonly token: string; readonly challenge: Work } | null;
      readonly error: { readonly message: string } | null;
    }>;
  };
}

/** What is to be solved. */
export interface Work {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
  };
}

/**
 * A function that solves a challenge of the server, for a single call: the result is the header `X-Captcha-Response`. The
 * page stays responsive meanwhile. Rejects if the server gives no challenge.
 *
 * @example <AuthUI captcha={solverOf(authClient)} />
 */
export const solverOf =
  ({ proofOfWork }: ClientWithWork) =>
  async (action: ChallengedAction): Promise<string> => {
    const [{ data, error }, { solveChallenge }, { deriveKey }] = await Promise.all([
      proofOfWork.challenge({ action }),
      import("altcha-lib"),
      import("altcha-lib/algorithms/web/pbkdf2"),
    ]);
    if (!data) throw new Error(`The server gave no challenge: ${error?.message}`);
    const solution = await solveChallenge({ challenge: data.challenge, deriveKey });
    if (!solution) throw new Error("The challenge was not solved in time.");
    return `${data.token}.${solution.counter}.${solution.derivedKey}`;
  };
