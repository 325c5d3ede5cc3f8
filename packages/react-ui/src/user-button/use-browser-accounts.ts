import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { useErrorText } from "../texts/use-error-text.js";
import { addressOf, useNameOf } from "../user/guest.js";

/** An account that is signed in to this browser. */
export interface BrowserAccount {
  /** The name of the session, for `activate`. It opens nothing, and each switch changes it. */
  readonly sessionToken: string;
  readonly userId: string;
  readonly name: string;
  /** Null: the user has no address, e.g. a guest. */
  readonly email: string | null;
  readonly image: string | null;
  readonly isActive: boolean;
}

/** The state of a switch between the accounts of a browser. */
export interface BrowserAccountsState {
  /** The active account first. Null until known. */
  readonly accounts: readonly BrowserAccount[] | null;
  /** The running switch, by the name of the session, or "out"; null: no call runs. */
  readonly busy: string | null;
  /** Null: no problem. */
  readonly error: string | null;
  /** Makes another account active. */
  readonly activate: (sessionToken: string) => void;
  /** Signs out of the active account. The newest of the others is active then. */
  readonly signOutActive: () => void;
}

/**
 * The accounts of this browser and the handlers of a switch, without markup. The client has the plugin
 * `multiSessionClient()`.
 *
 * @example const { accounts, activate } = useBrowserAccounts();
 */
export function useBrowserAccounts(): BrowserAccountsState {
  const { client } = useUI();
  const { data, error: readError } = client.useDeviceSessions();
  const nameOf = useNameOf();
  const sentenceOf = useErrorText();
  const { busy, error, run } = useAction();
  const accounts = data?.map(({ session, user, isActive }) => ({
    sessionToken: session.token,
    userId: user.id,
    name: nameOf(user),
    email: addressOf(user),
    image: user.image,
    isActive,
  }));
  return {
    accounts: accounts?.toSorted((one, other) => Number(other.isActive) - Number(one.isActive)) ?? null,
    busy,
    error: error ?? (readError && sentenceOf(readError)),
    activate: (sessionToken) =>
      void run(sessionToken, { call: async () => (await client.multiSession.setActive({ sessionToken })).error }),
    signOutActive: () => void run("out", { call: async () => (await client.signOut({ only: "active" })).error }),
  };
}
