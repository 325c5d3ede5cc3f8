import type { SignedIn } from "../../account/signed-in.ts";
import { hasPassword } from "../../account/ways.ts";
import { authClient } from "../../auth-client.ts";
import { Checkbox } from "../../form/Checkbox.tsx";
import { Form, type Values } from "../../form/Form.tsx";
import { PasswordField } from "../../form/PasswordField.tsx";
import { passwordPlaces } from "../../form/password-places.ts";
import { UserEmail } from "../../form/UserEmail.tsx";
import { Failed } from "../../layout/Failed.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { Bones } from "../Loading.tsx";
import { FirstPassword } from "./FirstPassword.tsx";

/** A user without a password, e.g. after a sign-in with a provider, gets the first one by an email. */
export function ChangePassword({ user }: SignedIn) {
  const { data, error, isPending, refetch } = authClient.useAccounts();
  if (data && !hasPassword(data)) return <FirstPassword user={user} />;
  return (
    <Screen title="Password">
      {isPending && <Bones />}
      {error && !data && <Failed what="Your ways to sign in" error={error} retry={refetch} />}
      {data && <Change email={user.email} />}
    </Screen>
  );
}

async function change({ currentPassword = "", newPassword = "", revokeOtherSessions }: Values) {
  const rest = { revokeOtherSessions: revokeOtherSessions === "on" };
  const { error } = await authClient.changePassword({ currentPassword, newPassword, ...rest });
  return error;
}

const Change = ({ email }: { email: string }) => (
  <Form
    send={change}
    submit="Change password"
    busy="Changing…"
    done="Your password is changed."
    isCleared
    places={{
      INVALID_PASSWORD: { field: "currentPassword", text: "This is not your present password." },
      ...passwordPlaces("newPassword"),
    }}
  >
    <UserEmail email={email} />
    <PasswordField
      name="currentPassword"
      label="Present password"
      autoComplete="current-password"
      empty="Enter your present password."
    />
    <PasswordField
      name="newPassword"
      label="New password"
      autoComplete="new-password"
      minLength={8}
      empty="Choose a new password."
    />
    <Checkbox
      name="revokeOtherSessions"
      label="Sign out other devices"
      hint="Devices with the old password are signed out."
      defaultChecked
    />
  </Form>
);
