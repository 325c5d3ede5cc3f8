// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { signInMagicLink } from "./routes/sign-in/magic-link.js";
import { openMagicLink, verifyMagicLink } from "./routes/verify.js";
import { verifyMagicLinkCode } from "./routes/verify-code.js";

/** The calls, each under the name that its URL gives. */
export interface MagicLinkEndpoints {
  readonly magicLink: {
    /** Signs in by the token of a link: for a script, or when the user presses the button of the page of a link. */
    readonly verify: typeof verifyMagicLink;
    /** Signs in by the code in the email of a link, in the browser that asked for the link. */
    readonly verifyCode: typeof verifyMagicLinkCode;
  };
  readonly signIn: {
    /** Sends a link that signs in, or creates the account of a new address. The answer is equal for every address. */
    readonly magicLink: typeof signInMagicLink;
  };
}

export const endpoints: MagicLinkEndpoints = {
  magicLink: {
    verify: verifyMagicLink,
    verifyCode: verifyMagicLinkCode,
  },
  signIn: {
    magicLink: signInMagicLink,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [openMagicLink] as const;
