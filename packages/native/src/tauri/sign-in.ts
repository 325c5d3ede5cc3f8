import type { NativeCalls } from "../app/index.js";
import type { ShellSignIn, ShellSignInOptions } from "../shell/options.js";
import { createShellSignIn } from "../shell/shell-sign-in.js";
import type { TauriDeepLink, TauriOpener } from "./plugins.js";

/** Options of `createTauriSignIn`. */
export interface TauriSignInOptions<Client extends NativeCalls = NativeCalls> extends ShellSignInOptions<Client> {
  /** The module `@tauri-apps/plugin-deep-link`. */
  readonly deepLink: TauriDeepLink;
  /** The module `@tauri-apps/plugin-opener`. */
  readonly opener: TauriOpener;
}

/**
 * Sign-in, linking and step-up of an app with Tauri, in the user's browser. Call it once, when the page of the app starts:
 * it listens to the links of the app from then on, and finishes a flow after the app was ended. A browser of the system
 * reports no closed tab, so show a button for `cancel()`.
 *
 * @throws TypeError for a `baseURL` that is not an http(s) URL
 * @example
 * const { signIn } = createTauriSignIn({
 *   deepLink, opener, store, client: authClient,
 *   baseURL: "https://example.com", clientId: "desktop", redirect: "com.example.app:/signed-in",
 * });
 */
export function createTauriSignIn<Client extends NativeCalls>(
  options: TauriSignInOptions<Client>,
): ShellSignIn<Client> {
  const { deepLink, opener } = options;
  return createShellSignIn(options, {
    open: (url) => opener.openUrl(url),
    listen(take) {
      const takeAll = (urls: readonly string[] | null): void => {
        for (const url of urls ?? []) take(url);
      };
      void deepLink.onOpenUrl(takeAll);
      // The event of the launch came before the page.
      void deepLink.getCurrent().then(takeAll);
    },
  });
}
