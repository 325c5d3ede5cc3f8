import type { Answer } from "./answer.js";

/** What changes at a platform that a value may depend on. */
export interface PlatformEvents {
  /** The user returned to the app: a value that is older than five seconds is read again. */
  readonly look: () => void;
  /** The connection is back: each value is read again. */
  readonly reconnected: () => void;
}

/** Headers of a request. */
export type PlatformHeaders = Readonly<Record<string, string>>;

/** The server to which a client sends its requests. */
export interface PlatformServer {
  /** The URL before the path of each route, e.g. "https://example.com/api/auth". */
  readonly base: string;
  /** The `fetch` of the client's options. */
  readonly fetch?: typeof fetch | undefined;
}

/** An answer in place of the server's. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without a result fits.
type Replaced = Answer<unknown> | undefined | void;

/** Result of `openAuthSession`. */
export type AuthSession =
  /** The URL on `redirect` to which the browser came back. */
  | { readonly type: "success"; readonly url: string }
  /** The user closed the window. */
  | { readonly type: "cancel" }
  /** The window is closed, by the user or because the app was opened by a link that arrives in another way. */
  | { readonly type: "dismiss" };

/**
 * What a client uses of the platform on which it runs. Default: the browser's, with cookies, the events of the page, and
 * a channel between tabs. With a platform the client uses no `URL`, `URLSearchParams`, `BroadcastChannel` and
 * `document`, so it runs where these are missing or incomplete, e.g. in React Native.
 */
export interface Platform {
  /** The `credentials` of each request: "omit" where a token takes the place of cookies. */
  readonly credentials: "include" | "omit" | "same-origin";
  /**
   * Further headers of a request. They replace headers of the client and of the call. `route`: method and path, e.g.
   * "POST /sign-out". A failure is "NETWORK_ERROR".
   */
  headers?(route: string, server: PlatformServer): PlatformHeaders | Promise<PlatformHeaders>;
  /**
   * Called after each request, before the call resolves. `headers`: of the response, `undefined` without a response.
   * `sent`: what `headers()` answered for the request. A result replaces the answer.
   */
  received?(
    headers: Headers | undefined,
    answer: Answer<unknown>,
    sent: PlatformHeaders | undefined,
  ): Replaced | Promise<Replaced>;
  /** Starts to listen for events, while a store has a subscriber. Answers the function that ends it. */
  listen(events: PlatformEvents): () => void;
  /**
   * The session that the app showed last, in the JSON of the server or with dates; `undefined` or null without a session.
   * The session store has it at once, as `isStale`, and reads the session with the first subscriber.
   */
  initialSession?(): unknown;
  /**
   * Opens `url` in the browser of the system, and waits until the browser comes back to `redirect`. Used for flows with a
   * page, such as a sign-in at a provider.
   */
  openAuthSession?(url: string, redirect: string): Promise<AuthSession>;
}

/** What a store uses of a `BroadcastChannel`: a server has no types of the browser. */
export interface TabChannel {
  onmessage: ((this: never, event: never) => unknown) | null;
  postMessage(message: string): void;
  close(): void;
}

/** The browser's, which alone has a channel between tabs. */
export interface OwnPlatform extends Platform {
  channel?(name: string): TabChannel | null;
}

export const browser: OwnPlatform = {
  credentials: "include",
  listen({ look, reconnected }) {
    const listening = new AbortController();
    const isBack = (): void => {
      if (!document.hidden) look();
    };
    // Phones send only the second event, and desktops that switch windows only the first.
    const events = { focus: isBack, visibilitychange: isBack, online: reconnected };
    // A server has no `window`.
    for (const [name, listener] of Object.entries(events))
      globalThis.window?.addEventListener?.(name, listener, { signal: listening.signal });
    return () => listening.abort();
  },
  /** Null if channels are unsupported, or the browser forbids them to this page. */
  channel(name) {
    try {
      return new BroadcastChannel(name);
    } catch {
      return null;
    }
  },
};
