import { Screen } from "../layout/Screen.tsx";
import { Link } from "../router.tsx";
import { SocialSignIn } from "../social/SocialSignIn.tsx";
import { SignInForm } from "./SignInForm.tsx";

/** `lead`: why the sign-in screen replaces the requested one. */
export function SignIn({ lead }: { lead?: string }) {
  return (
    <Screen title="Sign in" lead={lead}>
      <SocialSignIn />
      <SignInForm />
      <p className="aside">
        <Link href="/forgot-password">Forgot your password?</Link>
      </p>
      <p className="aside">
        New here? <Link href="/sign-up">Create an account</Link>
      </p>
    </Screen>
  );
}
