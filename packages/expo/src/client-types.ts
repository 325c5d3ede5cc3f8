import type { Answer } from "@keyhold/client";
import type { AuthSessionErrorCode } from "@keyhold/native/app";
import type { NativeClient, NativeEndpoints } from "@keyhold/native/client";
import type { AnyClientPlugin, ReactAuthClient } from "@keyhold/react";

/** What the system browser has brought back: the session of the app. `token` is null after a link and a step-up. */
export type BrowserSession = NativeEndpoints["native"]["token"]["$"]["output"];

/**
 * The codes of flows in the browser. Beside them: an error of the redirect in capital letters, e.g. "ACCESS_DENIED", and
 * the codes of the server.
 */
export type BrowserErrorCode = AuthSessionErrorCode | (string & {});

/** The answer of a flow in the browser. On web the page navigates to the provider, and comes back as another page. */
export type BrowserAnswer = Answer<BrowserSession, BrowserErrorCode>;

/** A provider that opens in the browser. */
export interface ProviderInput {
  /** The id of the provider, e.g. "google". */
  readonly provider: string;
}

/** A sign-in in the browser. */
export interface BrowserInput {
  /** The address of the user, for the sign-in page. */
  readonly loginHint?: string;
}

/** A call of a client, if the client has the call. */
type Existing<Tree, Name extends string> = Tree extends { readonly [Key in Name]: infer Call } ? Call : unknown;

/** The client of `@keyhold/react` with flows in the system browser. */
export type ExpoAuthClient<Plugins extends readonly AnyClientPlugin[] = readonly []> = WithBrowser<
  ReactAuthClient<readonly [NativeClient, ...Plugins]>
>;

type WithBrowser<Client extends { readonly signIn: object; readonly stepUp: object }> = Omit<
  Client,
  "signIn" | "stepUp" | "linkSocial"
> & {
  readonly signIn: Omit<Client["signIn"], "social"> & {
    /**
     * Signs in at a provider in the system browser. With `idToken`, of Apple's or Google's own sheet, the call is that of
     * `socialClient()`, which has to be in `plugins`.
     */
    readonly social: ((input: ProviderInput & BrowserInput) => Promise<BrowserAnswer>) &
      Existing<Client["signIn"], "social">;
    /** Signs in on the sign-in page of the server, in the system browser. */
    readonly browser: (input?: BrowserInput) => Promise<BrowserAnswer>;
  };
  readonly stepUp: Omit<Client["stepUp"], "social"> & {
    /** Proves a linked account at a provider again, in the system browser. */
    readonly social: (input: ProviderInput) => Promise<BrowserAnswer>;
  };
  /** Links an account at a provider to the user, in the system browser. */
  readonly linkSocial: ((input: ProviderInput) => Promise<BrowserAnswer>) & Existing<Client, "linkSocial">;
  /**
   * Takes a link by which the system has opened the app: finishes a flow that began before the system has ended the app,
   * within 10 minutes. Both `data` and `error` are null for each other link.
   */
  readonly resumeSignIn: (
    url: string | null | undefined,
  ) => Promise<BrowserAnswer | { readonly data: null; readonly error: null }>;
};
