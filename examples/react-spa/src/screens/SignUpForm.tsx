import type { ReactNode } from "react";
import { confirmEmailURL } from "../../shared/paths.ts";
import { authClient } from "../auth-client.ts";
import { goToFactor } from "../factor/go-to-factor.ts";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { passwordPlaces } from "../form/password-places.ts";
import { usernamePlaces } from "../form/username-places.ts";

async function signUp(to: string, { name = "", email = "", username, password = "" }: Values) {
  const rest = { callbackURL: confirmEmailURL, ...(username ? { username } : {}) };
  const { data, error } = await authClient.signUp.email({ name, email, password, ...rest });
  goToFactor(data, to);
  return error;
}

interface SignUpFormProps {
  /** A fixed email address. */
  readonly email?: string;
  /** The link for users with an account. */
  readonly signInInstead: ReactNode;
  /** The screen after a second factor is set up, if the user must have one. */
  readonly to?: string;
}

export function SignUpForm({ email, signInInstead, to = "/" }: SignUpFormProps) {
  const taken = <>This address has an account already. {signInInstead}</>;
  return (
    <Form
      send={(values) => signUp(to, values)}
      submit="Create account"
      busy="Creating…"
      places={{
        INVALID_EMAIL: { field: "email", text: "This is not a whole email address." },
        USER_ALREADY_EXISTS: { field: "email", text: taken },
        ...usernamePlaces,
        ...passwordPlaces("password"),
      }}
    >
      <Field name="name" label="Name" autoComplete="name" empty="Tell us what to call you." />
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        empty="Enter your email address."
        {...(email !== undefined && { defaultValue: email, readOnly: true, hint: "Your invitation is for this one." })}
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
  );
}
