import type { Answer, AuthSession } from "@keyhold/client";
import type { TokenStore } from "@keyhold/client/token";
import type { AppCrypto } from "./crypto.js";

/** What `createBrowserSignIn` uses of a client with `nativeAppsClient()`. */
export interface NativeCalls {
  readonly native: {
    readonly request: (input: {
      readonly purpose: "link" | "step-up";
      readonly provider: string;
      readonly code_challenge: string;
    }) => Promise<Answer<{ readonly request: string }>>;
    readonly token: (input: {
      readonly code: string;
      readonly code_verifier: string;
      readonly client_id: string;
      readonly redirect_uri: string;
      readonly request?: string;
    }) => Promise<Answer<object>>;
  };
}

/** Options of `createBrowserSignIn`. */
export interface BrowserSignInOptions<Client extends NativeCalls = NativeCalls> {
  /** A client with `nativeAppsClient()`, on a platform with tokens, e.g. `tokenPlatform()`. */
  readonly client: Client;
  /** The URL of the server, as in `createAuthClient`, e.g. "https://example.com". */
  readonly baseURL: string;
  /** The path of the routes. Default "/api/auth". */
  readonly basePath?: string;
  /** The URL by which the server names itself. Default: `baseURL`. Differs e.g. for a server behind a tunnel. */
  readonly issuer?: string;
  /** The name of the app in the server's `nativeApps({ clients })`. */
  readonly clientId: string;
  /** The app's redirect, as the server has it; of a loopback address with the port. */
  readonly redirect: string;
  /** Opens the system browser: see `Platform` of `@keyhold/client`. */
  readonly openAuthSession: (url: string, redirect: string) => AuthSession | Promise<AuthSession>;
  /**
   * Keeps the flow that began, so that `resume(url)` works for 10 minutes after the system has ended the app. It has the
   * PKCE verifier: use the store of the token. Default: in memory.
   */
  readonly store?: TokenStore;
  /** The beginning of the name of the store's item. Default "keyhold". */
  readonly name?: string;
  /** Default: the global `crypto`. */
  readonly crypto?: AppCrypto;
  /** How long a flow may last, in seconds. Default 600, which is the server's limit. */
  readonly timeoutSeconds?: number;
}

type Data<Client extends NativeCalls> = NonNullable<Awaited<ReturnType<Client["native"]["token"]>>["data"]>;

/**
 * The answer of a flow. The codes are `AUTH_SESSION_CANCELLED`, `AUTH_SESSION_TIMED_OUT`, `AUTH_SESSION_UNAVAILABLE`, the
 * codes of `native.request` and `native.token`, and an error of the redirect in capital letters, e.g. `ACCESS_DENIED`.
 */
export type BrowserAnswer<Client extends NativeCalls = NativeCalls> = Answer<Data<Client>>;

/** Flows in the system browser. */
export interface BrowserSignIn<Client extends NativeCalls = NativeCalls> {
  /**
   * Signs in. `provider`: goes to this provider at once. `loginHint`: for the sign-in page. A flow that is open is
   * replaced, and answers `AUTH_SESSION_CANCELLED`.
   */
  signIn(input?: { readonly provider?: string; readonly loginHint?: string }): Promise<BrowserAnswer<Client>>;
  /** Links an account at a provider to the user of the session. `token` of the answer is null. */
  link(input: { readonly provider: string }): Promise<BrowserAnswer<Client>>;
  /** Proves a linked account again. `token` of the answer is null. */
  stepUp(input: { readonly provider: string }): Promise<BrowserAnswer<Client>>;
  /**
   * Takes a link by which the system has opened the app. Call it for each link. `data` and `error` are null if the link is
   * not of a flow that this app began: the link is ignored.
   */
  resume(url: string): Promise<BrowserAnswer<Client> | { readonly data: null; readonly error: null }>;
}
