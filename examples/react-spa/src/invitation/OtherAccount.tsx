import type { SignedIn } from "../account/signed-in.ts";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { Link } from "../router.tsx";

interface OtherAccountProps extends Pick<SignedIn, "user"> {
  /** The invited email address. */
  readonly email: string;
}

/** Shown if another user than the invited one is signed in. */
export function OtherAccount({ user, email }: OtherAccountProps) {
  const { busy, result, act } = useActions();

  const signOut = (): Promise<boolean> =>
    act("sign out", { call: async () => (await authClient.signOut()).error, said: "" });

  return (
    <>
      <p className="notice" role="status">
        You are signed in as <strong>{user.email}</strong>, and this invitation is for <strong>{email}</strong>.
      </p>
      <p className="choices">
        <Busy isBusy={busy !== null} label={`Go on as ${email}`} busy="Signing out…" onClick={signOut} />
        <Link className="button quiet" href="/">
          Stay as you are
        </Link>
      </p>
      <ResultLine {...result} />
    </>
  );
}
