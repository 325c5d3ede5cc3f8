import type { Answer } from "../answer.js";
import type { AuthSession, Platform, PlatformEvents, PlatformHeaders } from "../platform.js";
import { keepFlowState } from "./flow-state.js";
import { keepToken } from "./kept-token.js";
import { keepLastSession } from "./last-session.js";
import type { SessionCache, TokenStore } from "./ports.js";
import { type SentRequest, type TokenKeeper, tokenKeeper } from "./token-keeper.js";

/** Options of `tokenPlatform`. */
export interface TokenPlatformOptions {
  /**
   * Keeps two items: the token of the session, in at most 300 bytes, and the values by which a server trusts the device
   * for a second factor.
   */
  readonly store: TokenStore;
  /** The name of the app in the server's `session.bearer.clients`, sent as `X-Client-Id`. Default: none. */
  readonly clientId?: string;
  /** The beginning of the names of the items. Default "keyhold". For two servers in an app: two names. */
  readonly name?: string;
  /** Keeps the last session, which the session store then shows at once as `isStale`, also without a connection. */
  readonly cache?: SessionCache;
  /** Listens for the return of the user and of the connection. Default: the app reads by `refetch`. */
  readonly listen?: (events: PlatformEvents) => () => void;
  /** Opens the browser of the system: see `Platform`. */
  readonly openAuthSession?: (url: string, redirect: string) => Promise<AuthSession>;
}

const signedOut: Answer<unknown> = { data: { success: true }, error: null };
const noSession: Answer<unknown> = { data: null, error: null };

/**
 * A platform without cookies: the token of the session is in a store of the app, and goes as `Authorization: Bearer`. The
 * server needs `session.bearer`. For Node, command lines, desktop and mobile apps; a page in a browser keeps cookies.
 *
 * - Each new token of the server replaces the stored token before the call resolves. A token of an older answer is not
 *   stored. Requests in parallel, and a lost answer, sign no user out.
 * - The token is forgotten if the server says that it has ended: by 401 with its challenge, or by no session. A response
 *   of another server, e.g. a proxy, and a missing connection leave it.
 * - `signOut()` succeeds without a connection: the token is forgotten at once, and ended at the server after the next
 *   response.
 *
 * @example
 * const store = { get: (name) => keychain.get(name), set: …, remove: … };
 * createAuthClient({ baseURL: "https://example.com", platform: tokenPlatform({ store, clientId: "ios" }) });
 */
export function tokenPlatform(options: TokenPlatformOptions): Platform {
  const { store, clientId, name = "keyhold", listen = () => () => undefined, openAuthSession } = options;
  const kept = keepToken(store, `${name}.session`);
  const state = keepFlowState(store, `${name}.devices`);
  const last = keepLastSession(options.cache, `${name}.last`);
  const keeper = tokenKeeper(kept, last);
  const requests = new WeakMap<PlatformHeaders, SentRequest>();

  return {
    credentials: "omit",
    listen,
    ...(openAuthSession && { openAuthSession }),
    initialSession: () => last.get(),
    async headers(route, server) {
      await Promise.all([kept.load(), state.load()]);
      const sent = keeper.send(route, server);
      if (sent.isSignOut) await keeper.leave(sent);
      const flows = state.header();
      const headers: PlatformHeaders = {
        "x-return-token": "1",
        ...(sent.token !== null && { authorization: `Bearer ${sent.token}` }),
        ...(clientId !== undefined && { "x-client-id": clientId }),
        ...(flows !== null && { "auth-state": flows }),
      };
      requests.set(headers, sent);
      return headers;
    },
    async received(headers, answer, given) {
      const sent = given && requests.get(given);
      // The headers could not be made.
      if (!sent) return;
      const isOurs = headers !== undefined && answer.error?.code !== "UNEXPECTED_RESPONSE";
      if (sent.isSignOut) {
        if (isOurs) await keeper.left(sent, answer);
        return signedOut;
      }
      if (!isOurs) return sent.route === readRoute && keeper.isSignedOut(sent) ? noSession : undefined;
      const newState = headers.get("set-auth-state");
      if (newState !== null) await state.take(newState);
      // The answer to a token that was replaced meanwhile may be of another user.
      const isPresent = sent.token === kept.now().token;
      await received(keeper, sent, headers, answer);
      if (sent.route === readRoute && isPresent && answer.data && kept.now().token !== null)
        last.set(answer.data, headers);
      void keeper.revoke(sent.server);
    },
  };
}

const readRoute = "GET /get-session";
/** Routes whose token has a newer proof. */
const proofRoute = /^POST \/(?:step-up|native)\//;

function received(
  keeper: TokenKeeper,
  sent: SentRequest,
  headers: Headers,
  { data, error }: Answer<unknown>,
): Promise<void> | undefined {
  const token = headers.get("set-auth-token");
  // A sign-in has its token in the body, too. So has a read that prolongs the session.
  const { token: ofBody, session } = Object(data);
  const isInBody = sent.route !== readRoute && [ofBody, Object(session).token].includes(token);
  const isProof = isInBody || (!error && proofRoute.test(sent.route));
  if (token !== null) return keeper.take(token, sent, isProof);
  const isEnd = error
    ? error.status === 401 && headers.get("www-authenticate") === 'Bearer error="invalid_token"'
    : sent.route === readRoute && data === null;
  return isEnd ? keeper.forget(sent.token) : undefined;
}
