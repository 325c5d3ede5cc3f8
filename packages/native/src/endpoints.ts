// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { authorizeNative } from "./routes/authorize.js";
import { confirmNative } from "./routes/confirm.js";
import { redeemNativeCode } from "./routes/token.js";

/** The calls, each under the name that its URL gives. */
export interface NativeEndpoints {
  readonly native: {
    /** The signed-in user of the browser goes on in the app: answers the URL that gives the app its code. */
    readonly confirm: typeof confirmNative;
    /**
     * Opens the session of an app by the code of the redirect and the PKCE verifier (RFC 6749, section 4.1.3). The same
     * request within a minute gets a new token of the session.
     */
    readonly token: typeof redeemNativeCode;
  };
}

export const endpoints: NativeEndpoints = {
  native: {
    confirm: confirmNative,
    token: redeemNativeCode,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [authorizeNative] as const;
