import type { SessionCache } from "@keyhold/client/token";
import type { AnyClientPlugin, ClientOptions } from "@keyhold/react";

/** `SessionCache` of `@keyhold/client/token`: a store that answers at once, e.g. of `expo-sqlite/kv-store`. */
export type { SessionCache };

/** Options of `createAuthClient`. `baseURL`, `clientId` and `redirect` are required. */
export interface ExpoClientOptions<Plugins extends readonly AnyClientPlugin[] = readonly AnyClientPlugin[]>
  extends Omit<ClientOptions<Plugins>, "baseURL" | "platform" | "navigate" | "initialSession"> {
  /** The URL of the server, e.g. "https://example.com". */
  readonly baseURL: string;
  /** The name of the app in the server's `nativeApps({ clients })`. */
  readonly clientId: string;
  /**
   * The redirect of the app, as the server has it: an `https` URL that the app claims, or a scheme with a dot, e.g.
   * "com.example.app:/signed-in".
   */
  readonly redirect: string;
  /** The URL by which the server names itself. Default: `baseURL`. Differs e.g. for a server behind a tunnel. */
  readonly issuer?: string;
  /** Keeps the last session, which shows at the first frame as `isStale`, also without a connection. Default: none. */
  readonly cache?: SessionCache;
  /** The beginning of the names of the items in the keychain. Default "keyhold". For two servers in an app: two names. */
  readonly name?: string;
}
