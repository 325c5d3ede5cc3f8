import type { Platform } from "@keyhold/client";
import { type TokenPlatformOptions, tokenPlatform } from "@keyhold/client/token";

/** Options of `tauriPlatform`. */
export interface TauriPlatformOptions extends Omit<TokenPlatformOptions, "listen" | "openAuthSession"> {}

/**
 * `tokenPlatform` for the page of an app with Tauri: the session is read again when the user comes back to the window, and
 * when the connection is back.
 *
 * @example createAuthClient({ baseURL: "https://example.com", platform: tauriPlatform({ store }) })
 */
export function tauriPlatform(options: TauriPlatformOptions): Platform {
  return tokenPlatform({
    ...options,
    listen({ look, reconnected }) {
      const listening = new AbortController();
      // Desktops send the first event, phones the second.
      for (const [name, listener] of Object.entries({ focus: look, visibilitychange: look, online: reconnected }))
        globalThis.addEventListener?.(name, listener, { signal: listening.signal });
      return () => listening.abort();
    },
  });
}
