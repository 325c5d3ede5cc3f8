import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { LastLoginMethodTypes, LastLoginMethodUser } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { LastLoginMethodTypes, LastLoginMethodUser };

/** The functions of the client. They send no request, and know only this browser. */
export interface LastLoginMethodActions {
  /** The way by which this browser's user has signed in last, e.g. "google"; null: not known, or on a server. */
  readonly getLastUsedLoginMethod: () => string | null;
  /** Whether this way was the last. */
  readonly isLastUsedLoginMethod: (method: string) => boolean;
  /** Makes this browser forget the way, e.g. on a shared computer. */
  readonly clearLastUsedLoginMethod: () => void;
}

/** The types of the client half. */
export interface LastLoginMethodClientTypes extends LastLoginMethodTypes {
  readonly actions: LastLoginMethodActions;
}

/** Options of `lastLoginMethodClient`. */
export interface LastLoginMethodClientOptions {
  /** As the server's option. Default "last_used_login_method". */
  readonly cookieName?: string;
  /** The domain of the server's cookies, if they are for subdomains: only then can the cookie be removed. */
  readonly domain?: string;
}

/** A named interface keeps the inferred types of apps short. */
export interface LastLoginMethodClient extends ClientPlugin<LastLoginMethodClientTypes> {}

/**
 * The client plugin for `lastLoginMethod()`: adds `getLastUsedLoginMethod`, `isLastUsedLoginMethod` and
 * `clearLastUsedLoginMethod`.
 *
 * @example
 * const client = createAuthClient({ plugins: [lastLoginMethodClient()] });
 * if (client.isLastUsedLoginMethod("google")) …
 */
export function lastLoginMethodClient({
  cookieName = "last_used_login_method",
  domain,
}: LastLoginMethodClientOptions = {}): LastLoginMethodClient {
  const read = (): string | null => {
    const cookies = typeof document === "undefined" ? [] : document.cookie.split("; ");
    const found = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`));
    return found ? decoded(found.slice(cookieName.length + 1)) : null;
  };
  return clientPlugin<LastLoginMethodClientTypes>({
    id: "last-login-method",
    routes: {},
    actions: () => ({
      getLastUsedLoginMethod: read,
      isLastUsedLoginMethod: (method) => read() === method,
      clearLastUsedLoginMethod() {
        if (typeof document === "undefined") return;
        // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no Cookie Store on plain http.
        document.cookie = `${cookieName}=; Max-Age=0; Path=/${domain ? `; Domain=${domain}` : ""}`;
      },
    }),
  });
}

/** Another script may have set the cookie. */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value) || null;
  } catch {
    return null;
  }
}
