import type { NativeCalls } from "../app/index.js";
import type { ShellSignIn, ShellSignInOptions } from "../shell/options.js";
import { createShellSignIn } from "../shell/shell-sign-in.js";
import type { CapacitorApp, CapacitorBrowser } from "./plugins.js";

/** Options of `createCapacitorSignIn`. */
export interface CapacitorSignInOptions<Client extends NativeCalls = NativeCalls> extends ShellSignInOptions<Client> {
  /** `App` of `@capacitor/app`. */
  readonly App: CapacitorApp;
  /** `Browser` of `@capacitor/browser`. */
  readonly Browser: CapacitorBrowser;
}

/**
 * Sign-in, linking and step-up of an app with Capacitor, in the browser of `@capacitor/browser`. Call it once, when the app
 * starts: it listens to the links of the app from then on, and finishes a flow after the system has ended the app. The
 * browser is closed when a call resolves.
 *
 * @throws TypeError for a `baseURL` that is not an http(s) URL
 * @example
 * const { signIn } = createCapacitorSignIn({
 *   App, Browser, store, client: authClient,
 *   baseURL: "https://example.com", clientId: "app", redirect: "com.example.app:/signed-in",
 * });
 * const { data, error } = await signIn({ provider: "google" });
 */
export function createCapacitorSignIn<Client extends NativeCalls>(
  options: CapacitorSignInOptions<Client>,
): ShellSignIn<Client> {
  const { App, Browser } = options;
  return createShellSignIn(options, {
    open: (url) => Browser.open({ url }),
    close: () => Browser.close(),
    listen(take) {
      void App.addListener("appUrlOpen", ({ url }) => take(url));
      // A reloaded page gets no event of the link before.
      void App.getLaunchUrl().then((launch) => launch && take(launch.url));
    },
    // Android reports a minimized window, too: the link may arrive later.
    onClosed: (closed) => void Browser.addListener("browserFinished", closed),
  });
}
