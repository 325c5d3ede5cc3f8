// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { generateOneTimeToken, postGenerateOneTimeToken } from "./routes/generate.js";
import { verifyOneTimeToken } from "./routes/verify.js";

/** The calls, each under the name that its URL gives. */
export interface OneTimeTokenEndpoints {
  readonly oneTimeToken: {
    /** Makes a token by which another host or app of this auth signs the user in, once. */
    readonly generate: typeof generateOneTimeToken;
    /** Signs in by a token of another host or app: the new session ends with the session of the token. */
    readonly verify: typeof verifyOneTimeToken;
  };
}

export const endpoints: OneTimeTokenEndpoints = {
  oneTimeToken: {
    generate: generateOneTimeToken,
    verify: verifyOneTimeToken,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [postGenerateOneTimeToken] as const;
