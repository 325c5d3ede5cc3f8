import type { TokenStore } from "@keyhold/client/token";
import type { BrowserAnswer, BrowserSignIn, BrowserSignInOptions, NativeCalls } from "../app/index.js";

/** What the sign-in of an app with a shell takes in each shell. */
export interface ShellSignInOptions<Client extends NativeCalls = NativeCalls>
  extends Omit<BrowserSignInOptions<Client>, "openAuthSession" | "store"> {
  /** The store of the token, which keeps the flow that began, too: the system may end the app behind the browser. */
  readonly store: TokenStore;
  /**
   * Gets the answer of a flow that no call waits for: the system has ended the app behind the browser, or the user came
   * back after the call had ended. The session store of the client is read again by itself.
   */
  readonly onResume?: (answer: BrowserAnswer<Client>) => void;
}

/** Flows of an app with a shell. */
export interface ShellSignIn<Client extends NativeCalls = NativeCalls> extends BrowserSignIn<Client> {
  /** Ends the flow that is open, which answers `AUTH_SESSION_CANCELLED`. For a button "Cancel" beside the browser. */
  cancel(): void;
}
