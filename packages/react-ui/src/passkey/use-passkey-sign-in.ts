import { useEffect, useState } from "react";
import { useGoToFactor } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { useErrorText } from "../texts/use-error-text.js";

/** A button that asks for a passkey. */
export interface PasskeyAction {
  readonly isOffered: boolean;
  /** The dialog of the browser is open. */
  readonly isBusy: boolean;
  /** Null: no problem. */
  readonly error: string | null;
  readonly start: () => void;
}

/** Errors after the user has chosen a passkey from the list. Others are of a list that the user has not asked for. */
const afterChoice = ["PASSKEY_NOT_FOUND", "AUTHENTICATION_FAILED", "EMAIL_NOT_VERIFIED", "BANNED_USER"];

/**
 * A sign-in by a passkey: from the browser's list below the field with `autocomplete="username webauthn"`, or by a
 * button.
 */
export function usePasskeySignIn({
  isOffered,
  to,
}: {
  readonly isOffered: boolean;
  readonly to: string;
}): PasskeyAction {
  const { client } = useUI();
  const goToFactor = useGoToFactor();
  const sentenceOf = useErrorText();
  const [filled, setFilled] = useState<string | null>(null);
  const { busy, error, run } = useAction();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new ceremony per render would abort the last ceremony.
  useEffect(() => {
    if (!isOffered) return;
    const leaving = new AbortController();
    client.signIn.passkey({ autoFill: true }, { signal: leaving.signal }).then(({ data, error: failed }) => {
      if (leaving.signal.aborted) return;
      goToFactor(data, to);
      if (failed && afterChoice.includes(failed.code)) setFilled(sentenceOf(failed));
    });
    return () => leaving.abort();
  }, [client, isOffered, to]);

  function start(): void {
    setFilled(null);
    run("passkey", {
      leaves: true,
      call: async () => {
        const { data, error: failed } = await client.signIn.passkey();
        goToFactor(data, to);
        return failed;
      },
    });
  }

  return { isOffered, isBusy: busy !== null, error: error ?? filled, start };
}
