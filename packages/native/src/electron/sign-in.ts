import type { NativeCalls } from "../app/index.js";
import type { ShellSignIn, ShellSignInOptions } from "../shell/options.js";
import { createShellSignIn } from "../shell/shell-sign-in.js";
import type { ElectronLinks } from "./links.js";
import type { ElectronShell } from "./modules.js";

/** Options of `createElectronSignIn`. */
export interface ElectronSignInOptions<Client extends NativeCalls = NativeCalls>
  extends Omit<ShellSignInOptions<Client>, "redirect"> {
  /** `shell` of Electron. */
  readonly shell: ElectronShell;
  /** Of `electronLinks`. */
  readonly links: ElectronLinks;
}

/**
 * Sign-in, linking and step-up of an app with Electron, in the user's browser. For the main process, which alone has the
 * token: see `answerRenderer`. A browser of the system reports no closed tab, so show a button that calls `cancel()`.
 *
 * @throws TypeError for a `baseURL` that is not an http(s) URL
 * @example
 * const { signIn } = createElectronSignIn({
 *   links, shell, store, client: authClient, baseURL: "https://example.com", clientId: "desktop",
 * });
 */
export function createElectronSignIn<Client extends NativeCalls>(
  options: ElectronSignInOptions<Client>,
): ShellSignIn<Client> {
  const { shell, links } = options;
  const { redirect, listen } = links;
  return createShellSignIn<Client>(
    { ...options, redirect },
    {
      open: (url) => shell.openExternal(url),
      listen,
    },
  );
}
