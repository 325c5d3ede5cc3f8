import type { CallError } from "@keyhold/client";
import { type ReactNode, useRef, useState } from "react";
import { SignInAgain } from "./SignInAgain.tsx";
import type { SignedIn } from "./signed-in.ts";

const tooOld = ["SESSION_IS_NOT_FRESH", "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION"];

interface SignInAgainHook {
  /** Makes a call; where the server says that the sign-in is too old for it, asks for another one and calls again. */
  readonly recently: <Code extends string>(
    call: () => Promise<CallError<Code> | null>,
  ) => Promise<CallError<Code> | null>;
  /** Stands somewhere on the screen. */
  readonly dialog: ReactNode;
}

export function useSignInAgain(user: SignedIn["user"]): SignInAgainHook {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isSignedIn: boolean) => void>(undefined);

  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      answer.current = resolve;
      setAsking(true);
    });

  function close(isSignedIn: boolean): void {
    setAsking(false);
    answer.current?.(isSignedIn);
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
