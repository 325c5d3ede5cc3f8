import type { ReactElement } from "react";
import { addName, redirectName } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { stepUp as english } from "../texts/en/step-up.js";
import { useTexts } from "../texts/use-texts.js";

/** For a user without a method of a proof: a new sign-in, which returns to this screen. The input is lost. */
export function SignInAgain(): ReactElement {
  const { client, offers, paths, navigate, isSigningOut } = useUI();
  const texts = useTexts("stepUp", english);
  const { busy, error, run } = useAction();

  async function start(): Promise<void> {
    const here = location.pathname + location.search;
    // The other accounts of this browser stay signed in: the sign-in adds this account again.
    const hasOthers = offers?.hasSeveralAccounts === true;
    const call = async () => (await client.signOut(hasOthers ? { only: "active" } : {})).error;
    isSigningOut.current = true;
    if (await run("out", { call }))
      navigate(
        `${paths.signIn}?${new URLSearchParams({ [redirectName]: here, ...(hasOthers && { [addName]: "" }) })}`,
        {
          replace: false,
        },
      );
    else isSigningOut.current = false;
  }

  return (
    <>
      <p>
        {texts.noMethod} {texts.comeBack}
      </p>
      <ErrorLine text={error} />
      <Button label={texts.signInAgain} busyLabel={texts.submitting} isBusy={busy !== null} onClick={start} />
    </>
  );
}
