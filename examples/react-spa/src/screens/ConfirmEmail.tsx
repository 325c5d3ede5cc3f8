import type { SignedIn } from "../account/signed-in.ts";
import { useSendAgain } from "../account/use-send-again.ts";
import { Busy } from "../form/Busy.tsx";
import { Screen } from "../layout/Screen.tsx";
import { Link, useLinkQuery } from "../router.tsx";

type Props = { readonly user: SignedIn["user"] | null };

/** The screen of links about an email address. The session shows a success, and the URL has the error. */
export function ConfirmEmail({ user }: Props) {
  const linkQuery = useLinkQuery();
  const error = linkQuery.get("error");
  if (error === "unauthorized") return <OtherBrowser user={user} />;
  if (error === "couldnt_update_your_email") return <Taken />;
  // An old link was usually followed before.
  if (error && !user?.emailVerified) return <Dead user={user} isOld={error === "token_expired"} />;
  if (user) return user.emailVerified ? <Confirmed email={user.email} /> : <NextEmail email={user.email} />;
  return linkQuery.has("from") ? <ConfirmedElsewhere /> : <Dead user={null} isOld={false} />;
}

const Confirmed = ({ email }: { email: string }) => (
  <Screen title="Your address is confirmed" lead={`${email} is yours. No further step is needed.`}>
    <ToAccount />
  </Screen>
);

const ConfirmedElsewhere = () => (
  <Screen title="Your address is confirmed" lead="You can close this page, or sign in here.">
    <ToSignIn />
  </Screen>
);

function NextEmail({ email }: { email: string }) {
  return (
    <Screen title="One more email" lead={`Now follow the link in the email to ${email}: then it is confirmed.`}>
      <SendAgain email={email} />
    </Screen>
  );
}

const Dead = ({ user, isOld }: Props & { isOld: boolean }) => (
  <Screen
    title={isOld ? "This link is too old" : "This link does not work"}
    lead={
      isOld ? "Links about an address work for an hour." : "Perhaps a part of it is missing, or a newer one was sent."
    }
  >
    {user ? <SendAgain email={user.email} /> : <ToSignIn />}
  </Screen>
);

const OtherBrowser = ({ user }: Props) => (
  <Screen
    title={user ? "Another account is signed in here" : "Sign in first"}
    lead="This link works in the browser in which its reader is signed in. Sign in there, and follow it once more."
  >
    {user ? <ToAccount /> : <ToSignIn />}
  </Screen>
);

const Taken = () => (
  <Screen title="Your address was not changed" lead="This address cannot be used for your account. Try another one.">
    <p className="choices">
      <Link className="button primary" href="/account/email">
        Choose another address
      </Link>
    </p>
  </Screen>
);

function SendAgain({ email }: { email: string }) {
  const { send, isBusy, waitSeconds, result } = useSendAgain(email);
  return (
    <>
      <p className="choices">
        <Busy isBusy={isBusy} waitSeconds={waitSeconds} label="Send a new email" busy="Sending…" onClick={send} />
        <Link className="button quiet" href="/">
          Your account
        </Link>
      </p>
      <p className="result" role="status">
        {result}
      </p>
    </>
  );
}

const ToAccount = () => (
  <p className="choices">
    <Link className="button primary" href="/">
      Your account
    </Link>
  </p>
);

const ToSignIn = () => (
  <p className="choices">
    <Link className="button primary" href="/sign-in">
      Sign in
    </Link>
  </p>
);
