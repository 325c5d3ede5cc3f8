import type { ReactElement } from "react";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { userButton as english } from "../texts/en/user-button.js";
import { useTexts } from "../texts/use-texts.js";
import { useSignOut } from "./use-sign-out.js";

/**
 * A button to sign out.
 *
 * @example <AuthUI client={authClient}><SignOutButton /></AuthUI>
 */
export function SignOutButton(): ReactElement {
  const { isBusy, error, signOut } = useSignOut();
  const texts = useTexts("userButton", english);
  return (
    <div className="kh-sign-out">
      <ErrorLine text={error} />
      <Button kind="quiet" isBusy={isBusy} label={texts.signOut} busyLabel={texts.signingOut} onClick={signOut} />
    </div>
  );
}
