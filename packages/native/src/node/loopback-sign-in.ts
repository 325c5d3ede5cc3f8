import type { AuthSession } from "@keyhold/client";
import type { BrowserSignIn, BrowserSignInOptions, NativeCalls } from "../app/index.js";
import { createBrowserSignIn } from "../app/index.js";
import { listen } from "./listener.js";

/** Options of `createLoopbackSignIn`. */
export interface LoopbackSignInOptions<Client extends NativeCalls = NativeCalls>
  extends Omit<BrowserSignInOptions<Client>, "redirect" | "openAuthSession" | "store" | "name" | "crypto"> {
  /** Opens the URL in the user's browser, e.g. `open` of the package "open". */
  readonly open: (url: string) => unknown;
  /** The path of the redirect. The server has `http://127.0.0.1` and this path. Default "/signed-in". */
  readonly redirectPath?: string;
}

/** Flows of a program in the user's browser. */
export interface LoopbackSignIn<Client extends NativeCalls = NativeCalls>
  extends Omit<BrowserSignIn<Client>, "resume"> {}

/**
 * Sign-in, linking and step-up of a program in the user's browser, which comes back to a port of this machine
 * (RFC 8252, section 7.3). The program listens while a flow is open, at 127.0.0.1, or at [::1] without IPv4. A link of
 * another flow gets a page with status 400 and changes nothing. A second flow replaces the first.
 *
 * @example
 * const { signIn } = createLoopbackSignIn({ client: authClient, baseURL: "https://example.com", clientId: "cli", open });
 * const { data, error } = await signIn();
 */
export function createLoopbackSignIn<Client extends NativeCalls>(
  options: LoopbackSignInOptions<Client>,
): LoopbackSignIn<Client> {
  const { open, redirectPath = "/signed-in", ...others } = options;
  let cancel = (): void => undefined;

  async function run<Result>(flow: (signIn: BrowserSignIn<Client>) => Promise<Result>): Promise<Result> {
    cancel();
    let closed: (session: AuthSession) => void = () => undefined;
    const closing = new Promise<AuthSession>((resolve) => {
      closed = resolve;
    });
    const mine = (): void => closed({ type: "cancel" });
    cancel = mine;
    const openAuthSession = async (url: string): Promise<AuthSession> => {
      if (cancel === mine) await open(url);
      return closing;
    };
    const take = async (url: string) => {
      const { data, error } = await browserSignIn.resume(url);
      if (error) return "failed";
      return data ? "done" : null;
    };
    const listener = await listen(redirectPath, take);
    const redirect = listener.origin + redirectPath;
    const browserSignIn = createBrowserSignIn<Client>({
      ...others,
      redirect,
      openAuthSession,
    } as BrowserSignInOptions<Client>);
    try {
      return await flow(browserSignIn);
    } finally {
      await listener.close();
    }
  }

  return {
    signIn: (input) => run((browser) => browser.signIn(input)),
    link: (input) => run((browser) => browser.link(input)),
    stepUp: (input) => run((browser) => browser.stepUp(input)),
  };
}
