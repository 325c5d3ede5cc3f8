import { useState } from "react";
import { accountDeletedURL } from "../../../shared/paths.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { hasPassword } from "../../account/ways.ts";
import { authClient } from "../../auth-client.ts";
import { Field } from "../../form/Field.tsx";
import { Form, type Values } from "../../form/Form.tsx";
import { PasswordField } from "../../form/PasswordField.tsx";
import { UserEmail } from "../../form/UserEmail.tsx";
import { Failed } from "../../layout/Failed.tsx";
import { EmailSent } from "../../layout/LetterSent.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { navigate } from "../../router.tsx";
import { Bones } from "../Loading.tsx";

const sent = (email: string) => (
  <>
    An email is on its way to <strong>{email}</strong>. Follow its link in this browser, and your account is gone. Until
    then your account stays.
  </>
);

export function DeleteAccount({ user }: SignedIn) {
  const { data, error, isPending, refetch } = authClient.useAccounts();
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return <EmailSent title="One more step" text={sent(user.email)} />;
  }
  return (
    <Screen title="Delete account" lead="All data of your account are deleted. This cannot be undone.">
      {isPending && <Bones />}
      {error && !data && <Failed what="Your ways to sign in" error={error} retry={refetch} />}
      {data && <Remove user={user} isByPassword={hasPassword(data)} done={() => setSent(true)} />}
    </Screen>
  );
}

interface RemoveProps extends Pick<SignedIn, "user"> {
  /** Without a password, the session must be fresh. */
  readonly isByPassword: boolean;
  readonly done: () => void;
}

function Remove({ user, isByPassword, done }: RemoveProps) {
  const { email } = user;

  const check = ({ confirmation = "" }: Values) =>
    confirmation.trim().toLowerCase() === email ? [] : [{ field: "confirmation", text: `Type ${email} here.` }];

  const remove = async ({ password }: Values) => {
    const proof = isByPassword ? { password: password ?? "" } : {};
    const { data, error } = await authClient.deleteUser({ ...proof, callbackURL: accountDeletedURL });
    // A server without a confirmation email has deleted the account at once.
    if (data?.message === "User deleted") navigate(accountDeletedURL);
    if (data) done();
    return error;
  };

  return (
    <Form
      send={remove}
      check={check}
      kind="danger"
      submit="Delete my account"
      busy="Deleting…"
      places={{ INVALID_PASSWORD: { field: "password", text: "This is not your password." } }}
    >
      <UserEmail email={email} />
      <Field
        name="confirmation"
        label="Your email address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        empty={`Type ${email} here.`}
        hint={`Type ${email}, so that this does not happen by mistake.`}
      />
      {isByPassword && (
        <PasswordField name="password" label="Password" autoComplete="current-password" empty="Enter your password." />
      )}
    </Form>
  );
}
