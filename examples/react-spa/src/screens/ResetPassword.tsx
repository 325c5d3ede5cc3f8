import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Form, type Values } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { passwordPlaces } from "../form/password-places.ts";
import { Screen } from "../layout/Screen.tsx";
import { Link, useLinkQuery } from "../router.tsx";

/** The screen of the email's link: with a token, or with the reason why it is missing. */
export function ResetPassword() {
  const token = useLinkQuery().get("token");
  const [state, setState] = useState<"asking" | "done" | "dead">(token ? "asking" : "dead");

  async function reset({ newPassword = "" }: Values) {
    const { error } = await authClient.resetPassword({ newPassword, token: token ?? "" });
    if (!error) setState("done");
    if (error?.code !== "INVALID_TOKEN") return error;
    setState("dead");
    return null;
  }

  if (state === "dead") return <DeadLink />;
  if (state === "done") return <Done />;
  return (
    <Screen title="Choose a new password" lead="Every device that is signed in now will be signed out.">
      <Form send={reset} submit="Set password" busy="Setting…" places={passwordPlaces("newPassword")}>
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          minLength={8}
          empty="Choose a new password."
        />
      </Form>
    </Screen>
  );
}

const DeadLink = () => (
  <Screen title="This link does not work" lead="It works once, and for an hour.">
    <p className="choices">
      <Link className="button primary" href="/forgot-password">
        Get a new link
      </Link>
      <Link className="button quiet" href="/sign-in">
        Sign in
      </Link>
    </p>
  </Screen>
);

const Done = () => (
  <Screen title="Your new password is set" lead="All devices are signed out. Sign in with the new password.">
    <p className="choices">
      <Link className="button primary" href="/sign-in">
        Sign in
      </Link>
    </p>
  </Screen>
);
