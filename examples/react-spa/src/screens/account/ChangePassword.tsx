import type { SignedIn } from "../../account/signed-in.ts";
import { authClient } from "../../auth-client.ts";
import { Checkbox } from "../../form/Checkbox.tsx";
import { Form, type Values } from "../../form/Form.tsx";
import { PasswordField } from "../../form/PasswordField.tsx";
import { passwordPlaces } from "../../form/password-places.ts";
import { Whose } from "../../form/Whose.tsx";
import { Screen } from "../../layout/Screen.tsx";

async function change({ currentPassword = "", newPassword = "", revokeOtherSessions }: Values) {
  const rest = { revokeOtherSessions: revokeOtherSessions === "on" };
  const { error } = await authClient.changePassword({ currentPassword, newPassword, ...rest });
  return error;
}

export const ChangePassword = ({ user }: SignedIn) => (
  <Screen title="Password">
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
      <Whose email={user.email} />
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
        hint="Whoever knows the old password is out, wherever they are."
        defaultChecked
      />
    </Form>
  </Screen>
);
