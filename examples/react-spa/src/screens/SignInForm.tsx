import { authClient } from "../auth-client.ts";
import { goToFactor, wantedScreen } from "../factor/go-to-factor.ts";
import { Checkbox } from "../form/Checkbox.tsx";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { PasskeySignIn } from "../passkey/PasskeySignIn.tsx";

async function signIn(to: string, { identifier: given = "", password = "", rememberMe }: Values) {
  const identifier = given.trim();
  const rest = { password, rememberMe: rememberMe === "on" };
  const { data, error } = identifier.includes("@")
    ? await authClient.signIn.email({ email: identifier, ...rest })
    : await authClient.signIn.username({ username: identifier, ...rest });
  goToFactor(data, to);
  return error;
}

const notOurs = { field: "identifier", text: "No username looks like this. Check it, or use your email address." };

interface SignInFormProps {
  /** The user's email address or username, if it is known. */
  readonly identifier?: string;
  /** The screen after a second step, if there is one; a sign-in without it stays on this screen. */
  readonly to?: string;
}

export const SignInForm = ({ identifier = "", to = wantedScreen() }: SignInFormProps) => (
  <>
    <Form
      send={(values) => signIn(to, values)}
      submit="Sign in"
      busy="Signing in…"
      places={{
        INVALID_EMAIL: { field: "identifier", text: "This is not a whole email address." },
        INVALID_EMAIL_OR_PASSWORD: { field: "password", text: "This email address and password do not match." },
        INVALID_USERNAME_OR_PASSWORD: { field: "password", text: "This username and password do not match." },
        USERNAME_IS_TOO_SHORT: notOurs,
        USERNAME_IS_TOO_LONG: notOurs,
        USERNAME_IS_INVALID: notOurs,
      }}
    >
      <Field
        name="identifier"
        label="Email or username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={identifier}
        empty="Enter your email address or username."
      />
      <PasswordField name="password" label="Password" autoComplete="current-password" empty="Enter your password." />
      <Checkbox
        name="rememberMe"
        label="Keep me signed in"
        hint="For 7 days. Otherwise until you close the browser."
        defaultChecked
      />
    </Form>
    <PasskeySignIn to={to} />
  </>
);
