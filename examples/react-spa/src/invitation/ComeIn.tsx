import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "../router.tsx";
import { SignInForm } from "../screens/SignInForm.tsx";
import { SignUpForm } from "../screens/SignUpForm.tsx";
import { SocialSignIn } from "../social/SocialSignIn.tsx";

interface ComeInProps {
  /** The invited email address. */
  readonly email: string;
  readonly token: string;
}

/** For signed-out users: sign-in or sign-up, then the invitation. */
export function ComeIn({ email, token }: ComeInProps) {
  const [isNew, setNew] = useState(true);
  const to = `/accept-invitation?token=${encodeURIComponent(token)}`;
  const top = useRef<HTMLHeadingElement>(null);

  function choose(next: boolean): void {
    flushSync(() => setNew(next));
    top.current?.focus();
  }

  return (
    <>
      <h2 ref={top} tabIndex={-1}>
        {isNew ? "Create an account" : "Sign in"}
      </h2>
      <SocialSignIn to={to} />
      {isNew ? (
        <SignUpForm
          email={email}
          to={to}
          signInInstead={
            <button className="link" type="button" onClick={() => choose(false)}>
              Sign in instead
            </button>
          }
        />
      ) : (
        <>
          <SignInForm identifier={email} to={to} />
          <p className="aside">
            <Link href="/forgot-password">Forgot your password?</Link>
          </p>
        </>
      )}
      <p className="aside">
        {isNew ? "Have an account here? " : "New here? "}
        <button className="link" type="button" onClick={() => choose(!isNew)}>
          {isNew ? "Sign in" : "Create an account"}
        </button>
      </p>
    </>
  );
}
