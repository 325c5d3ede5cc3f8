import type { CallError } from "@keyhold/client";
import { type ReactNode, useRef, useState } from "react";
import { ProveFactor } from "./ProveFactor.tsx";
import { SignInAgain } from "./SignInAgain.tsx";
import type { SignedIn } from "./signed-in.ts";

const tooOld = ["SESSION_IS_NOT_FRESH", "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION"];

/** Makes a call. If it needs a newer sign-in or a second factor, the user gives that, and the call is repeated. */
export type Recently = <Code extends string>(
  call: () => Promise<CallError<Code> | null>,
) => Promise<CallError<Code> | null>;

interface SignInAgainHook {
  readonly recently: Recently;
  /** Rendered anywhere on the screen. */
  readonly dialog: ReactNode;
}

export function useSignInAgain(user: SignedIn["user"]): SignInAgainHook {
  const [asked, setAsked] = useState<"sign-in" | "factor" | null>(null);
  const answer = useRef<(isFresh: boolean) => void>(undefined);

  const ask = (what: "sign-in" | "factor"): Promise<boolean> =>
    new Promise((resolve) => {
      answer.current = resolve;
      setAsked(what);
    });

  function close(isFresh: boolean): void {
    setAsked(null);
    answer.current?.(isFresh);
  }

  return {
    async recently(call) {
      const error = await call();
      if (!error) return null;
      const isFactor = error.code === "STEP_UP_REQUIRED";
      if (!isFactor && !tooOld.includes(error.code)) return error;
      return (await ask(isFactor ? "factor" : "sign-in")) ? call() : error;
    },
    dialog: asked && (asked === "factor" ? <ProveFactor close={close} /> : <SignInAgain user={user} close={close} />),
  };
}
