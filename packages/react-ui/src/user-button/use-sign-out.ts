import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { userButton as english } from "../texts/en/user-button.js";
import { useTexts } from "../texts/use-texts.js";

/** A button to sign out. */
export interface SignOutAction {
  readonly isBusy: boolean;
  /** Null: no problem. */
  readonly error: string | null;
  /** Signs out, and goes to the home screen. */
  readonly signOut: () => void;
}

/**
 * The state and the handler of a button to sign out.
 *
 * @example const { signOut, isBusy } = useSignOut();
 */
export function useSignOut(): SignOutAction {
  const { client, paths, navigate, isSigningOut } = useUI();
  const texts = useTexts("userButton", english);
  const { busy, error, run } = useAction();

  async function signOut(): Promise<void> {
    const call = async () => (await client.signOut()).error;
    const errors = { NETWORK_ERROR: texts.signOutFailed };
    isSigningOut.current = true;
    // Also from the home screen: a server may have rendered the screen for the user.
    if (await run("out", { call, errors })) navigate(paths.home, { replace: location.pathname === paths.home });
    else isSigningOut.current = false;
  }

  return { isBusy: busy !== null, error, signOut };
}
