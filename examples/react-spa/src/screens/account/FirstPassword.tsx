import { useState } from "react";
import type { SignedIn } from "../../account/signed-in.ts";
import { authClient } from "../../auth-client.ts";
import { Form } from "../../form/Form.tsx";
import { UserEmail } from "../../form/UserEmail.tsx";
import { EmailSent } from "../../layout/LetterSent.tsx";
import { Screen } from "../../layout/Screen.tsx";

/** For a user without a password: the first one is set on the screen for forgotten passwords. */
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
    <Screen title="Password" lead="You have no password yet. An email brings you the link to choose your first one.">
      {!emailVerified && (
        <p className="notice">
          Your address is not confirmed yet, and this email confirms it. The new password is then your only way in: link
          the others again afterwards.
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
    An email is on its way to <strong>{email}</strong>. Follow its link to choose your password. Every device is signed
    out then.
  </>
);
