// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { proofOfWorkChallenge } from "./routes/proof-of-work/challenge.js";

/** The calls, each under the name that its URL gives. */
export interface ProofOfWorkEndpoints {
  readonly proofOfWork: {
    /**
     * A challenge for one call of an action: the page solves it within ten minutes, and sends the solution in the
     * header X-Captcha-Response.
     */
    readonly challenge: typeof proofOfWorkChallenge;
  };
}

export const endpoints: ProofOfWorkEndpoints = {
  proofOfWork: {
    challenge: proofOfWorkChallenge,
  },
};
