import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { navigate } from "../router.tsx";

export function SignOut() {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function signOut(): Promise<void> {
    setBusy(true);
    const { error } = await authClient.signOut();
    setFailed(error !== null);
    // After a success the screen is replaced.
    if (error) setBusy(false);
    else if (location.pathname !== "/") navigate("/");
  }

  return (
    <div className="sign-out">
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
    </div>
  );
}
