import { type ReactElement, useEffect, useRef } from "react";
import { useSendAgain } from "../email/use-verify-email.js";
import { Button } from "../parts/Button.js";
import { useReturnError } from "../provider/use-providers.js";
import { useLinkQuery } from "../query.js";
import { account as english } from "../texts/en/account.js";
import { useTexts } from "../texts/use-texts.js";
import { addressOf, useNameOf } from "./guest.js";
import { type SignedInUser, useUser } from "./use-user.js";

/**
 * A notice for a user with an unverified email address, with a button to send the email again. Else empty.
 *
 * @example <AuthUI client={authClient}><UnverifiedEmail /></AuthUI>
 */
export function UnverifiedEmail(): ReactElement | null {
  const user = useUser();
  const email = user?.email ?? "";
  const { isBusy, waitSeconds, error, done, send } = useSendAgain(email);
  const texts = useTexts("account", english);
  if (!user || user.emailVerified || addressOf(user) === null) return null;
  return (
    <section className="kh-notice kh-banner" aria-label={texts.notVerified}>
      <p>
        <strong>{texts.unverifiedTitle}</strong> <span role="status">{error ?? done ?? texts.unverified(email)}</span>
      </p>
      <Button
        kind="quiet"
        isSmall
        isBusy={isBusy}
        waitSeconds={waitSeconds}
        label={texts.sendAgain}
        busyLabel={texts.sendAgain}
        onClick={send}
      />
    </section>
  );
}

/** The query parameter with the id of the user who signs in again. */
export const againName = "again";

/** After a return from a provider: why the sign-in failed, or that the user has signed in again. Else empty. */
export function ReturnNotice(): ReactElement | null {
  const query = useLinkQuery();
  const user = useUser();
  const error = useReturnError();
  const texts = useTexts("account", english);
  const nameOf = useNameOf();
  const line = useRef<HTMLParagraphElement>(null);
  const again = query?.get(againName) ?? null;
  const successOf = (of: SignedInUser): string =>
    again === of.id ? texts.signedInAgain(nameOf(of)) : texts.signedInAsOther(addressOf(of) ?? nameOf(of));
  const text = error ?? (user && again !== null ? successOf(user) : null);
  useEffect(() => {
    if (text) line.current?.focus();
  }, [text]);
  if (!text) return null;
  return (
    <p
      className={error ? "kh-summary kh-banner" : "kh-notice kh-banner"}
      role={error ? "alert" : "status"}
      tabIndex={-1}
      ref={line}
    >
      {text}
    </p>
  );
}
