import { useEffect, useState } from "react";
import { useEndSignIn } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import type { SignInInput } from "../sign-in/use-sign-in.js";
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
const afterChoice = [
  "PASSKEY_NOT_FOUND",
  "AUTHENTICATION_FAILED",
  "EMAIL_NOT_VERIFIED",
  "BANNED_USER",
  "NO_SESSION_COOKIE",
];

/**
 * A sign-in by a passkey: from the browser's list below the field with `autocomplete="username webauthn"`, or by a
 * button.
 */
export function usePasskeySignIn({
  isOffered,
  to,
  input,
}: {
  readonly isOffered: boolean;
  readonly to: string;
  readonly input: SignInInput;
}): PasskeyAction {
  const { client } = useUI();
  const endSignIn = useEndSignIn();
  const sentenceOf = useErrorText();
  const [filled, setFilled] = useState<string | null>(null);
  const { busy, error, run } = useAction();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new ceremony per render would abort the last ceremony.
  useEffect(() => {
    if (!isOffered) return;
    const leaving = new AbortController();
    const filling = {
      autoFill: true,
      get rememberMe() {
        return input.rememberMe;
      },
    };
    client.signIn.passkey(filling, { signal: leaving.signal }).then(async (answer) => {
      if (leaving.signal.aborted) return;
      const failed = await endSignIn(answer, to);
      if (failed && afterChoice.includes(failed.code)) setFilled(sentenceOf(failed));
    });
    return () => leaving.abort();
  }, [client, isOffered, to]);

  function start(): void {
    setFilled(null);
    run("passkey", {
      leaves: true,
      call: async () => {
        return endSignIn(await client.signIn.passkey(input), to);
      },
    });
  }

  return { isOffered, isBusy: busy !== null, error: error ?? filled, start };
}
