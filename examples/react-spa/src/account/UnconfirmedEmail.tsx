import { Busy } from "../form/Busy.tsx";
import { useSendAgain } from "./use-send-again.ts";

/** Shown above the screens of an account with an unverified email address. */
export function UnconfirmedEmail({ email }: { email: string }) {
  const { send, isBusy, waitSeconds, result } = useSendAgain(email);
  return (
    <section className="notice banner" aria-label="Not confirmed yet">
      <p>
        <strong>Confirm your email address.</strong>{" "}
        <span role="status">{result || `Follow the link in the email to ${email}.`}</span>
      </p>
      <Busy
        kind="quiet"
        isSmall
        isBusy={isBusy}
        waitSeconds={waitSeconds}
        label="Send it again"
        busy="Sending…"
        onClick={send}
      />
    </section>
  );
}
