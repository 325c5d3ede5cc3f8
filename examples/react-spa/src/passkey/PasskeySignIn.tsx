import type { CallError } from "@keyhold/client";
import { useEffect, useState } from "react";
import { authClient } from "../auth-client.ts";
import { goToFactor } from "../factor/go-to-factor.ts";
import { sayPasskeyError } from "./error-texts.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";

/** Errors after the user has chosen a passkey from the list. The others are of a list that the user has not asked for. */
const afterChoice = ["PASSKEY_NOT_FOUND", "AUTHENTICATION_FAILED", "EMAIL_NOT_VERIFIED", "BANNED_USER"];

/**
 * A sign-in by a passkey: from the list below the field with `autocomplete="username webauthn"`, or by a button. `to`: the
 * screen after a second step, if there is one.
 */
export function PasskeySignIn({ to }: { to: string }) {
  const [filled, setFilled] = useState<CallError | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    authClient.signIn.passkey({ autoFill: true }, { signal: leaving.signal }).then(({ data, error }) => {
      goToFactor(data, to);
      if (error && afterChoice.includes(error.code) && !leaving.signal.aborted) setFilled(error);
    });
    return () => leaving.abort();
  }, [to]);

  async function use(): Promise<CallError | null> {
    setFilled(null);
    const { data, error } = await authClient.signIn.passkey();
    goToFactor(data, to);
    return error;
  }

  return (
    <>
      <PasskeyButton kind="quiet" label="Sign in with a passkey" use={use} />
      {filled && (
        <p className="summary" role="alert">
          {sayPasskeyError(filled)}
        </p>
      )}
    </>
  );
}
