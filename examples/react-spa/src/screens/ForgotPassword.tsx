import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { EmailSent } from "../layout/LetterSent.tsx";
import { Screen } from "../layout/Screen.tsx";
import { Link } from "../router.tsx";

/** The same text for every email address, so that it does not reveal accounts. */
const sent = (email: string) => (
  <>
    If <strong>{email}</strong> has an account here, an email is on its way. Follow its link to choose a new password.
  </>
);

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function request({ email = "" }: Values) {
    const { error } = await authClient.requestPasswordReset({ email, redirectTo: "/reset-password" });
    if (!error) setSentTo(email);
    return error;
  }

  if (sentTo !== null) {
    return (
      <EmailSent title="Look into your mailbox" text={sent(sentTo)}>
        <p className="aside">
          <button type="button" className="link" onClick={() => setSentTo(null)}>
            Use another address
          </button>
        </p>
      </EmailSent>
    );
  }
  return (
    <Screen title="Forgot your password?" lead="We send you a link with which you choose a new one.">
      <Form
        send={request}
        submit="Send the link"
        busy="Sending…"
        places={{ INVALID_EMAIL: { field: "email", text: "This is not a whole e-mail address." } }}
      >
        <Field
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          empty="Enter your e-mail address."
        />
      </Form>
      <p className="aside">
        Remembered it? <Link href="/sign-in">Sign in</Link>
      </p>
    </Screen>
  );
}
