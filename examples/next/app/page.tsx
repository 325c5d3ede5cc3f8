import { signIn, signUp } from "./actions.ts";
import { Form } from "./form.tsx";

export default function Page() {
  return (
    <main>
      <h1>Welcome</h1>
      <Form title="Sign in" action={signIn} />
      <Form title="Sign up" action={signUp}>
        <label>
          Name <input name="name" autoComplete="name" required />
        </label>
      </Form>
    </main>
  );
}
