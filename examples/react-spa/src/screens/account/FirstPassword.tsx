import { useState } from "react";
import type { SignedIn } from "../../account/signed-in.ts";
import { authClient } from "../../auth-client.ts";
import { Form } from "../../form/Form.tsx";
import { UserEmail } from "../../form/UserEmail.tsx";
import { EmailSent } from "../../layout/LetterSent.tsx";
import { Screen } from "../../layout/Screen.tsx";

/** For somebody who signs in with a provider only: their first password is chosen where a forgotten one is replaced. */
export function FirstPassword({ user: { email, emailVerified } }: Pick<SignedIn, "user">) {
  const [isSent, setSent] = useState(false);

  async function send() {
    const { error } = await authClient.requestPasswordReset({ email, redirectTo: "/reset-password" });
    if (!error) setSent(true);
    return error;
  }

  if (isSent) {
    return <EmailSent title="Look into your mailbox" text={sent(email)} />;
  }
  return (
    <Screen
      title="Password"
      lead="You have none yet. A letter brings you the link with which you choose your first one."
    >
      {!emailVerified && (
        <p className="notice">
          Your address is not confirmed yet, and this message confirms it. The new password is then your only way in:
          link the others again afterwards.
        </p>
      )}
      <Form send={send} submit="Send the link" busy="Sending…" places={{}}>
        <UserEmail email={email} />
      </Form>
    </Screen>
  );
}

const sent = (email: string) => (
  <>
    A message is on its way to <strong>{email}</strong>. Follow its link to choose your password. Every device is signed
    out then.
  </>
);
