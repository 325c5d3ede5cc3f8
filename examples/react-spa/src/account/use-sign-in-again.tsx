import type { CallError } from "@keyhold/client";
import { type ReactNode, useRef, useState } from "react";
import { SignInAgain } from "./SignInAgain.tsx";
import type { SignedIn } from "./signed-in.ts";

const tooOld = ["SESSION_IS_NOT_FRESH", "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION"];

/** Makes a call. If the session is not fresh, the user signs in again and the call is repeated. */
export type Recently = <Code extends string>(
  call: () => Promise<CallError<Code> | null>,
) => Promise<CallError<Code> | null>;

interface SignInAgainHook {
  readonly recently: Recently;
  /** Rendered anywhere on the screen. */
  readonly dialog: ReactNode;
}

export function useSignInAgain(user: SignedIn["user"]): SignInAgainHook {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isFresh: boolean) => void>(undefined);

  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      answer.current = resolve;
      setAsking(true);
    });

  function close(isFresh: boolean): void {
    setAsking(false);
    answer.current?.(isFresh);
  }

  return {
    async recently(call) {
      const error = await call();
      if (!error || !tooOld.includes(error.code)) return error;
      return (await ask()) ? call() : error;
    },
    dialog: isAsking && <SignInAgain user={user} close={close} />,
  };
}
