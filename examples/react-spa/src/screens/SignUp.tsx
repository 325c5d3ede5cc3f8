import { Screen } from "../layout/Screen.tsx";
import { Link } from "../router.tsx";
import { SocialSignIn } from "../social/SocialSignIn.tsx";
import { SignUpForm } from "./SignUpForm.tsx";

export function SignUp() {
  return (
    <Screen title="Create an account">
      <SocialSignIn />
      <SignUpForm signInInstead={<Link href="/sign-in">Sign in instead</Link>} />
      <p className="aside">
        Been here before? <Link href="/sign-in">Sign in</Link>
      </p>
    </Screen>
  );
}
