import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Enrol, type Enrolment } from "../factor/Enrol.tsx";
import { methodsOf } from "../factor/is-recovering.ts";
import { Form, type Values } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { UserEmail } from "../form/UserEmail.tsx";
import { Screen } from "../layout/Screen.tsx";
import { SignOut } from "./SignOut.tsx";
import type { SignedIn } from "./signed-in.ts";

/** After a sign-in by a backup code or a recovery: the server answers nothing else until a new app is confirmed. */
export function SetUpAgain({ user, session }: SignedIn) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const hasGivenPassword = methodsOf(session).includes("pwd");

  async function begin({ password }: Values) {
    const { data, error } = await authClient.twoFactor.enable(password ? { password } : {});
    if (data) setEnrolment({ totpURI: data.totpURI ?? "", backupCodes: data.backupCodes });
    return error;
  }

  if (enrolment) {
    const confirm = async ({ code }: { code: string }) => (await authClient.twoFactor.verifyTotp({ code })).error;
    return <Enrol {...enrolment} confirm={confirm} cancel={() => setEnrolment(null)} />;
  }
  return (
    <Screen
      title="Set up your second factor again"
      lead="You signed in without your phone. Nothing else opens until a new authenticator app is set up; the old one and its backup codes end then."
    >
      <Form
        send={begin}
        submit="Set up an authenticator app"
        busy="One moment…"
        places={{ INVALID_PASSWORD: { field: "password", text: "This is not your password." } }}
      >
        <UserEmail email={user.email} />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          {...(hasGivenPassword && { empty: "Enter your password." })}
        />
      </Form>
      <SignOut />
    </Screen>
  );
}
