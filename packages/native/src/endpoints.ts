// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { appleAppSiteAssociation } from "./routes/apple-app-site-association.js";
import { assetlinks } from "./routes/assetlinks.js";
import { authorizeNative } from "./routes/authorize.js";
import { confirmNative } from "./routes/confirm.js";
import { requestNative } from "./routes/request.js";
import { redeemNativeCode } from "./routes/token.js";

/** The calls, each under the name that its URL gives. */
export interface NativeEndpoints {
  readonly native: {
    /**
     * The signed-in user of the browser goes on in the app: answers the URL to open, which gives the app its code, or
     * the URL of the provider that an app has asked for.
     */
    readonly confirm: typeof confirmNative;
    /**
     * An app asks, in its session, to link an account at a provider or to prove it again: answers the `request` for
     * `GET /native/authorize` and `native.token`.
     */
    readonly request: typeof requestNative;
    /**
     * Opens the session of an app by the code of the redirect and the PKCE verifier (RFC 6749, section 4.1.3). The same
     * request within a minute gets a new token of the session. With `request`, links or steps up in the session that
     * has asked; a new token is then in `Set-Auth-Token` alone.
     */
    readonly token: typeof redeemNativeCode;
  };
}

/** The calls for the app's own server code: no client has them. */
export interface NativeServerEndpoints {
  readonly native: {
    /** The content of `/.well-known/apple-app-site-association`: the apps that open the claimed redirects. */
    readonly appleAppSiteAssociation: typeof appleAppSiteAssociation;
    /**
     * The content of `/.well-known/assetlinks.json`: the Android apps that open the claimed redirects and use passkeys.
     */
    readonly assetlinks: typeof assetlinks;
  };
}

export const endpoints: NativeEndpoints & NativeServerEndpoints = {
  native: {
    appleAppSiteAssociation,
    assetlinks,
    confirm: confirmNative,
    request: requestNative,
    token: redeemNativeCode,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [authorizeNative] as const;
