import { Busy } from "../form/Busy.tsx";
import { useSendAgain } from "./use-send-again.ts";

/** Stands above the screens of an account whose address is not confirmed yet. */
export function UnconfirmedEmail({ email }: { email: string }) {
  const { send, isBusy, waitSeconds, result } = useSendAgain(email);
  return (
    <section className="notice banner" aria-label="Not confirmed yet">
      <p>
        <strong>Confirm your e-mail address.</strong>{" "}
        <span role="status">{result || `Follow the link in the letter to ${email}.`}</span>
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
