import { useState } from "react";
import { confirmEmailURL } from "../../../shared/paths.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { authClient } from "../../auth-client.ts";
import { Field } from "../../form/Field.tsx";
import { Form, type Values } from "../../form/Form.tsx";
import { EmailSent } from "../../layout/LetterSent.tsx";
import { Screen } from "../../layout/Screen.tsx";

/** The sent request: the recipient of the email, and whether a second email follows. */
interface Requested {
  readonly from: string;
  readonly to: string;
  readonly isTwoSteps: boolean;
}

export function ChangeEmail({ user }: SignedIn) {
  const { email, emailVerified } = user;
  const [requested, setRequested] = useState<Requested | null>(null);

  async function change({ newEmail: to = "" }: Values) {
    const { error } = await authClient.changeEmail({ newEmail: to, callbackURL: confirmEmailURL });
    if (!error) setRequested({ from: email, to, isTwoSteps: emailVerified });
    return error;
  }

  if (requested) return <Next {...requested} />;
  return (
    <Screen title="Email address">
      <dl className="facts">
        <dt>Now</dt>
        <dd>
          {email}{" "}
          <span className={emailVerified ? "tag good" : "tag"}>{emailVerified ? "Confirmed" : "Not confirmed"}</span>
        </dd>
      </dl>
      <Form
        send={change}
        submit="Change address"
        busy="Changing…"
        places={{
          INVALID_EMAIL: { field: "newEmail", text: "This is not a whole email address." },
          EMAIL_IS_THE_SAME: { field: "newEmail", text: "This is your address already." },
          COULDNT_UPDATE_YOUR_EMAIL: { field: "newEmail", text: "This address cannot be used." },
        }}
      >
        <Field
          name="newEmail"
          label="New email address"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          empty="Enter your new email address."
          hint={emailVerified ? "Your present address is asked first." : "It gets an email with a link to follow."}
        />
      </Form>
    </Screen>
  );
}

function Next({ from, to, isTwoSteps }: Requested) {
  if (!isTwoSteps) return <EmailSent title="Confirm the new address" text={sent(to, "to confirm that it is yours")} />;
  const text = (
    <>
      {sent(from, "in this browser to allow the change")} Then <strong>{to}</strong> gets an email, too.
    </>
  );
  return <EmailSent title="First, your present address" text={text} />;
}

const sent = (to: string, why: string) => (
  <>
    An email is on its way to <strong>{to}</strong>. Follow its link {why}.
  </>
);
