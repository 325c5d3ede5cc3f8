import type { Platform } from "@keyhold/client";
import { type TokenPlatformOptions, tokenPlatform } from "@keyhold/client/token";
import type { CapacitorApp } from "./plugins.js";

/** Options of `capacitorPlatform`. */
export interface CapacitorPlatformOptions extends Omit<TokenPlatformOptions, "listen" | "openAuthSession"> {
  /** `App` of `@capacitor/app`. */
  readonly App: Pick<CapacitorApp, "addListener">;
}

/**
 * `tokenPlatform` for an app with Capacitor: the session is read again when the user comes back to the app, and when the
 * connection is back. For iOS and Android; on web use the client without a platform.
 *
 * @example createAuthClient({ baseURL: "https://example.com", platform: capacitorPlatform({ App, store }) })
 */
export function capacitorPlatform({ App, ...options }: CapacitorPlatformOptions): Platform {
  return tokenPlatform({
    ...options,
    listen({ look, reconnected }) {
      const listening = App.addListener("appStateChange", ({ isActive }) => {
        if (isActive) look();
      });
      const events = new AbortController();
      globalThis.addEventListener?.("online", reconnected, { signal: events.signal });
      return () => {
        events.abort();
        void listening.then((handle) => handle.remove());
      };
    },
  });
}
