import { useState } from "react";
import { describeBrowser } from "../../shared/describe-browser.ts";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { Screen } from "../layout/Screen.tsx";
import { Time } from "../layout/Time.tsx";
import { hasMailbox } from "../mailbox/has-mailbox.ts";
import { Link } from "../router.tsx";

export function Account({ user, session }: typeof authClient.$.session) {
  return (
    <Screen title="Your account" heading={<Greeting name={user.name} />} lead={user.email}>
      <dl className="facts">
        <dt>Username</dt>
        <dd>{user.displayUsername ?? <span className="soft">None chosen</span>}</dd>
        <dt>Signed in</dt>
        <dd>
          <Time at={session.createdAt} />
        </dd>
        <dt>Valid until</dt>
        <dd>
          <Time at={session.expiresAt} />
        </dd>
        <dt>This browser</dt>
        <dd>{describeBrowser(session.userAgent)}</dd>
      </dl>
      {hasMailbox && (
        <p className="aside">
          There is a letter for you in the <Link href="/mailbox">mailbox</Link>.
        </p>
      )}
      <SignOut />
    </Screen>
  );
}

const Greeting = ({ name }: { name: string }) => (
  <>
    <span className="avatar" aria-hidden="true">
      {initials(name)}
    </span>
    Welcome, {name}
  </>
);

function SignOut() {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function signOut(): Promise<void> {
    setBusy(true);
    const { error } = await authClient.signOut();
    setFailed(error !== null);
    // After a success the screen goes with the session.
    if (error) setBusy(false);
  }

  return (
    <>
      <div role="alert">
        {hasFailed && <p className="summary">The server could not be reached. You are still signed in.</p>}
      </div>
      <Busy
        kind="quiet"
        isBusy={isBusy}
        label={hasFailed ? "Try again" : "Sign out"}
        busy="Signing out…"
        onClick={signOut}
      />
    </>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
