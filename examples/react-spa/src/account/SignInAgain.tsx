import { useEffect, useId, useRef } from "react";
import { authClient } from "../auth-client.ts";
import { Form, type Values } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { Whose } from "../form/Whose.tsx";

interface SignInAgainProps {
  readonly email: string;
  /** True: they have signed in. */
  readonly close: (isSignedIn: boolean) => void;
}

/** Asks for the password where a session is too old for a step. What was typed behind it stays. */
export function SignInAgain({ email, close }: SignInAgainProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);

  async function signIn({ password = "" }: Values) {
    const { error } = await authClient.signIn.email({ email, password });
    if (!error) close(true);
    return error;
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onCancel={() => close(false)}>
      <h2 id={id}>Is it still you?</h2>
      <p className="soft">You signed in a while ago. This step takes your password once more.</p>
      <Form
        send={signIn}
        submit="Go on"
        busy="Signing in…"
        places={{ INVALID_EMAIL_OR_PASSWORD: { field: "password", text: "This is not your password." } }}
      >
        <Whose email={email} />
        <PasswordField name="password" label="Password" autoComplete="current-password" empty="Enter your password." />
      </Form>
      <button className="button quiet" type="button" onClick={() => close(false)}>
        Cancel
      </button>
    </dialog>
  );
}
