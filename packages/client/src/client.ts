import type { AddedBy, CoreEndpoints, OutputOf, Together } from "@keyhold/core/types";
import type { Answer } from "./answer.js";
import { resolveBase } from "./base-url.js";
import type { CallOptions, CallTree, ClientCalls, ClientStores } from "./calls.js";
import { core } from "./core.js";
import { browser, type Platform } from "./platform.js";
import type { AnyClientPlugin } from "./plugin.js";
import { assignLocation, followRedirect, type Pages } from "./redirect.js";
import type { Retry } from "./retry.js";
import { type Input, prepare, type Sender } from "./send.js";
import type { OnStepUp } from "./step-up.js";
import type { Store } from "./store.js";
import { createStores } from "./stores.js";

/** Options of `createAuthClient`. All are optional. */
export interface ClientOptions<Plugins extends readonly AnyClientPlugin[] = readonly AnyClientPlugin[]> {
  /** The origin of the server, e.g. "https://example.com". Default: the page's. */
  readonly baseURL?: string | undefined;
  /** The path of the routes. Default "/api/auth". */
  readonly basePath?: string;
  readonly plugins?: Plugins;
  /** Sends the requests. Default: the global `fetch`, with cookies. */
  readonly fetch?: typeof fetch;
  /** How often a failed call is repeated if that is safe. Default 2 times, 1000 ms apart; 0 for never. */
  readonly retry?: Retry;
  /**
   * Called when a call needs a recent proof of the user: see `OnStepUp`. Default: the call fails with the error, which has
   * `stepUp`.
   */
  readonly onStepUp?: OnStepUp;
  /** Navigates the browser to the URL of a redirect. Default: `window.location.assign`. */
  readonly navigate?: (url: string) => void;
  /** Pages of the app to which the client navigates by itself. Default: none. */
  readonly pages?: Pages;
  /** Gives calls without a response the status 500 and a fixed text, in place of status 0 and the reason. */
  readonly catchAllError?: boolean;
  /** The session, if known, e.g. from the server that rendered the page; null: signed out. */
  readonly initialSession?: SessionOf<Plugins> | null;
  /** Where the client runs. Default: in a browser, with cookies. Elsewhere e.g. `tokenPlatform()`. */
  readonly platform?: Platform;
}

/** A session and the user, with the columns of plugins. */
export type SessionOf<Plugins extends readonly AnyClientPlugin[]> = NonNullable<
  OutputOf<CoreEndpoints["getSession"], AddedBy<Plugins>>
>;

/** The error codes of the session store: the codes of the route get-session. */
export type SessionErrorCode = CoreEndpoints["getSession"]["$"]["error"];

/** The calls of core and plugins by name, the session store, and the stores of plugins. */
export type AuthClient<Plugins extends readonly AnyClientPlugin[] = readonly []> = ClientCalls<
  CoreEndpoints & Together<Plugins>["endpoints"] & Together<Plugins>["actions"],
  AddedBy<Plugins>
> &
  ClientStores<Together<Plugins>["stores"], AddedBy<Plugins>> & {
    /** Who is signed in, kept in step: after calls, across tabs, and when the person comes back. */
    readonly session: Store<SessionOf<Plugins>, SessionErrorCode>;
    /** For the type checker only: `typeof client.$.user`. */
    readonly $: { readonly user: AddedBy<Plugins>["user"]; readonly session: SessionOf<Plugins> };
  };

/**
 * Makes a client with the routes of a server as functions: `POST /sign-in/email` is `client.signIn.email(input)`. Each
 * call resolves to `{ data, error }` and never rejects. Creating a client sends no request, and works on a server too.
 *
 * @throws TypeError for a `baseURL` that is not an http(s) origin, an unknown option, and a page that is no path.
 * @example
 * const client = createAuthClient({ plugins: [usernameClient()] });
 * const { data, error } = await client.signIn.username({ username, password });
 * if (error?.code === "INVALID_USERNAME_OR_PASSWORD") …
 */
export function createAuthClient<const Plugins extends readonly AnyClientPlugin[] = readonly []>(
  options: ClientOptions<Plugins> = {},
): AuthClient<Plugins> {
  const {
    baseURL,
    basePath,
    plugins: added = [],
    fetch,
    retry,
    onStepUp,
    pages,
    navigate = assignLocation,
    catchAllError,
    initialSession,
    platform = browser,
    ...others
  } = options;
  const [unknown] = Object.keys(others satisfies Record<string, never>);
  if (unknown) throw new TypeError(`createAuthClient(): no option ${unknown}`);
  const plugins: readonly AnyClientPlugin[] = [core, ...added];
  const page = pages?.twoFactor;
  // A slash alone would be "//example.com", too.
  if (page && !/^\/\w/.test(page)) throw new TypeError(`createAuthClient(): no path ${page}`);
  const sender: Sender = { fetch, retry, catchAllError, platform, base: resolveBase(baseURL, basePath) };
  const stores = createStores(sender, plugins, initialSession);

  const call =
    (name: string, route: string) =>
    async (input?: Input, callOptions?: CallOptions): Promise<Answer<unknown>> => {
      const send = prepare(sender, route, input, callOptions);
      const answered = stores.called(name);
      let answer = await send();
      const need = answer.error?.stepUp;
      if (need && (await onStepUp?.(need))) answer = await send();
      answered(answer);
      if (!answer.error) followRedirect(answer.data, navigate, page);
      return answer;
    };

  const client: Record<string, unknown> = { ...stores.byName };
  for (const { routes, actions } of plugins) {
    grow(client, routes, "", call);
    if (actions) grow(client, actions(client), "", call);
  }
  return client as AuthClient<Plugins>;
}

/** Adds the calls of a route table, or functions, to a tree. Plugins may share a group such as `signIn`. */
function grow(
  tree: Record<string, unknown>,
  routes: CallTree,
  prefix: string,
  call: (name: string, route: string) => unknown,
): void {
  for (const [key, line] of Object.entries(routes)) {
    if (typeof line === "object") {
      tree[key] ??= {};
      grow(tree[key] as Record<string, unknown>, line, `${prefix}${key}.`, call);
    } else tree[key] = typeof line === "string" ? call(prefix + key, routeOf(prefix + key, line)) : line;
  }
}

/** The path of "signIn.email" is "/sign-in/email", unless the line of a table has a path. */
const routeOf = (name: string, line: string): string =>
  line.includes("/") ? line : `${line} /${name.replace(/[A-Z]/g, "-$&").toLowerCase().replaceAll(".", "/")}`;
