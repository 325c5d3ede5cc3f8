import { confirmEmailURL } from "../../shared/paths.ts";
import { authClient } from "../auth-client.ts";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { passwordPlaces } from "../form/password-places.ts";
import { usernamePlaces } from "../form/username-places.ts";
import { Screen } from "../layout/Screen.tsx";
import { Link } from "../router.tsx";
import { SocialSignIn } from "../social/SocialSignIn.tsx";

async function signUp({ name = "", email = "", username, password = "" }: Values) {
  const rest = { callbackURL: confirmEmailURL, ...(username ? { username } : {}) };
  const { error } = await authClient.signUp.email({ name, email, password, ...rest });
  return error;
}

const taken = (
  <>
    This address has an account already. <Link href="/sign-in">Sign in instead</Link>
  </>
);

export function SignUp() {
  return (
    <Screen title="Create an account">
      <SocialSignIn />
      <Form
        send={signUp}
        submit="Create account"
        busy="Creating…"
        places={{
          INVALID_EMAIL: { field: "email", text: "This is not a whole e-mail address." },
          USER_ALREADY_EXISTS: { field: "email", text: taken },
          ...usernamePlaces,
          ...passwordPlaces("password"),
        }}
      >
        <Field name="name" label="Name" autoComplete="name" empty="Tell us what to call you." />
        <Field
          name="email"
          label="E-mail"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          empty="Enter your e-mail address."
        />
        <Field
          name="username"
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint="Shorter to type when you sign in."
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          minLength={8}
          empty="Choose a password."
        />
      </Form>
      <p className="aside">
        Been here before? <Link href="/sign-in">Sign in</Link>
      </p>
    </Screen>
  );
}
