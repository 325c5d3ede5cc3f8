import type { AuthSession, Platform } from "@keyhold/client";
import { type TokenPlatformOptions, type TokenStore, tokenPlatform } from "@keyhold/client/token";
import { type BrowserSignIn, type BrowserSignInOptions, createBrowserSignIn, type NativeCalls } from "../app/index.js";
import { type ExtensionAPI, extensionAPI } from "./api.js";

/** Options of `extensionPlatform`. */
export interface ExtensionPlatformOptions extends Omit<TokenPlatformOptions, "store" | "cache" | "openAuthSession"> {
  /** The browser's API. Default: the global `browser` or `chrome`. */
  readonly api?: ExtensionAPI;
}

/** Options of `createExtensionSignIn`. */
export interface ExtensionSignInOptions<Client extends NativeCalls = NativeCalls>
  extends Omit<BrowserSignInOptions<Client>, "redirect" | "openAuthSession" | "store"> {
  /** The browser's API. Default: the global `browser` or `chrome`. */
  readonly api?: ExtensionAPI;
}

/**
 * The platform of an extension's service worker. The token is in `storage.session`: in memory, until the browser ends,
 * and not readable by content scripts. Pages of the extension and content scripts ask the worker: see `answerMessages`.
 *
 * @throws TypeError outside of a worker or a page of an extension, e.g. in a content script, and without the permissions
 * "storage" and "identity"
 * @example createAuthClient({ baseURL: "https://example.com", platform: extensionPlatform({ clientId: "extension" }) })
 */
export function extensionPlatform({ api, ...options }: ExtensionPlatformOptions = {}): Platform {
  const known = checked(api);
  return tokenPlatform({ ...options, store: storeOf(known), openAuthSession: opener(known) });
}

/**
 * Sign-in, linking and step-up of an extension in a window of the browser, by `identity.launchWebAuthFlow`. The server has
 * the redirect `https://ID.chromiumapp.org/`, which is `identity.getRedirectURL()`.
 *
 * @throws TypeError as `extensionPlatform`
 * @example
 * const { signIn } = createExtensionSignIn({ client: authClient, baseURL: "https://example.com", clientId: "extension" });
 */
export function createExtensionSignIn<Client extends NativeCalls>(
  options: ExtensionSignInOptions<Client>,
): BrowserSignIn<Client> {
  const { api: given, ...others } = options;
  const api = checked(given);
  const platform = { redirect: api.identity.getRedirectURL(), openAuthSession: opener(api), store: storeOf(api) };
  return createBrowserSignIn<Client>({ ...others, ...platform } as BrowserSignInOptions<Client>);
}

/** A content script has neither `identity` nor `storage.session`. */
function checked(api: ExtensionAPI = extensionAPI()): ExtensionAPI {
  if (api.storage?.session && api.identity) return api;
  throw new TypeError(
    'extensionPlatform() runs in the service worker, with the permissions "storage" and "identity". Content scripts ask the worker.',
  );
}

function storeOf({ storage: { session } }: ExtensionAPI): TokenStore {
  // The level is the browser's default. Another part of the extension may have opened the area to content scripts.
  const restricted = Promise.resolve(session.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" }));
  restricted.catch(() => undefined);
  return {
    async get(name) {
      await restricted;
      const item = (await session.get(name))[name];
      return typeof item === "string" ? item : null;
    },
    async set(name, item) {
      await restricted;
      await session.set({ [name]: item });
    },
    remove: (name) => session.remove(name),
  };
}

/** What Chrome and Firefox say if the user closes the window or refuses. */
const isClosedMessage = /did not approve|cancel|denied|closed/i;

const opener =
  ({ identity }: ExtensionAPI) =>
  async (url: string): Promise<AuthSession> => {
    try {
      const link = await identity.launchWebAuthFlow({ url, interactive: true });
      return link === undefined ? { type: "cancel" } : { type: "success", url: link };
    } catch (error) {
      if (isClosedMessage.test(String(error))) return { type: "cancel" };
      throw error;
    }
  };
