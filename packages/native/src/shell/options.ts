import type { TokenStore } from "@keyhold/client/token";
import type { BrowserAnswer, BrowserSignIn, BrowserSignInOptions, NativeCalls } from "../app/index.js";

/** The options of the sign-in in each shell. */
export interface ShellSignInOptions<Client extends NativeCalls = NativeCalls>
  extends Omit<BrowserSignInOptions<Client>, "openAuthSession" | "store"> {
  /** The store of the token, and of the open flow: the system may end the app behind the browser. */
  readonly store: TokenStore;
  /**
   * Gets the answer of a flow without a waiting call: the system has ended the app behind the browser, or the user came
   * back after the call had ended. The session store of the client is read again by itself.
   */
  readonly onResume?: (answer: BrowserAnswer<Client>) => void;
}

/** Flows of an app with a shell. */
export interface ShellSignIn<Client extends NativeCalls = NativeCalls> extends BrowserSignIn<Client> {
  /** Ends the open flow with `AUTH_SESSION_CANCELLED`. For a button "Cancel" beside the browser. */
  cancel(): void;
}
