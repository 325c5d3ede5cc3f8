import { authClient } from "./auth-client.ts";

const textIn = (form: FormData, name: string): string => String(form.get(name));

async function signUp(form: FormData): Promise<void> {
  const [name, email, password] = [textIn(form, "name"), textIn(form, "email"), textIn(form, "password")];
  const { error } = await authClient.signUp.email({ name, email, password, callbackURL: "/welcome" });
  if (error) alert(error.message);
}

async function signIn(form: FormData): Promise<void> {
  const [email, password] = [textIn(form, "email"), textIn(form, "password")];
  const { error } = await authClient.signIn.email({ email, password, callbackURL: "/" });
  if (error) alert(error.message);
}

export const SignUpOrIn = () => (
  <form action={signIn}>
    <input name="name" autoComplete="name" aria-label="Name, to sign up" />
    <input name="email" type="email" autoComplete="username" aria-label="Email" required />
    <input name="password" type="password" autoComplete="current-password" aria-label="Password" required />
    <button type="submit">Sign in</button>
    <button type="submit" formAction={signUp}>
      Sign up
    </button>
  </form>
);
