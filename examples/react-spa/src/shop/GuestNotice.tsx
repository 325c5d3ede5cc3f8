import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { usePage } from "../page/page.ts";
import { Link } from "../router.tsx";

const guestEmail = /^guest-[0-9a-f]{8}@example\.com$/;

/** Tells a guest, whose password is random, how to get a password for the changes that ask for it. */
export function GuestNotice({ email }: { email: string }) {
  const { hasGuests } = usePage();
  const [state, setState] = useState<"asking" | "busy" | "sent" | "failed">("asking");
  if (!hasGuests || !guestEmail.test(email)) return null;

  async function send(): Promise<void> {
    setState("busy");
    const { error } = await authClient.requestPasswordReset({ email, redirectTo: "/reset-password" });
    setState(error ? "failed" : "sent");
  }

  return (
    <section className="guest-notice" aria-label="Your account as a guest">
      <p role="status">
        {state === "sent" ? (
          <>
            The link for your password is in the <Link href="/mailbox">mailbox</Link>. It signs you out: sign in with{" "}
            <strong>{email}</strong> afterwards.
          </>
        ) : (
          "You look around as a guest, and your password is random. Some changes ask for it."
        )}
        {state === "failed" && " The email could not be sent."}
      </p>
      {state !== "sent" && (
        <Busy
          kind="quiet"
          isSmall
          isBusy={state === "busy"}
          label="Get a password by email"
          busy="Sending…"
          onClick={send}
        />
      )}
    </section>
  );
}
