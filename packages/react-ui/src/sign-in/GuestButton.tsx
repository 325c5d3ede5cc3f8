import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { signIn as english } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";
import { isGuest } from "../user/guest.js";
import { useUser } from "../user/use-user.js";
import type { SignInInput } from "./use-sign-in.js";

/** The properties of `GuestButton`. */
interface GuestButtonProps {
  readonly to: string;
  readonly input: SignInInput;
}

/** A button that signs a visitor in without an account. Empty for a guest, who is signed in. */
export function GuestButton({ to, input }: GuestButtonProps): ReactElement | null {
  const { client, navigate } = useUI();
  const { busy, error, run } = useAction();
  const texts = useTexts("signIn", english);
  const isSignedIn = isGuest(useUser());
  if (isSignedIn && busy === null) return null;

  async function start(): Promise<void> {
    const call = async () => (await client.signIn.anonymous(input)).error;
    if (await run("guest", { call, leaves: true })) navigate(to, { replace: true });
  }

  return (
    <div className="kh-passkey">
      <Button kind="quiet" isBusy={busy !== null} label={texts.guest} busyLabel={texts.guestBusy} onClick={start} />
      <ErrorLine text={error} />
    </div>
  );
}
