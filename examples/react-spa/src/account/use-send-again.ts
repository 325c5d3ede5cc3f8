import { useState } from "react";
import { confirmEmailURL } from "../../shared/paths.ts";
import { authClient } from "../auth-client.ts";
import { inWords } from "../form/form-error.ts";
import { useWait } from "../form/use-wait.ts";

interface SendAgain {
  readonly send: () => Promise<void>;
  readonly isBusy: boolean;
  readonly waitSeconds: number;
  /** The result; empty before. */
  readonly result: string;
}

/** Sends the verification email again. */
export function useSendAgain(email: string): SendAgain {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState("");
  const [waitSeconds, wait] = useWait();

  async function send(): Promise<void> {
    setBusy(true);
    const { error } = await authClient.sendVerificationEmail({ email, callbackURL: confirmEmailURL });
    setBusy(false);
    if (error?.status === 429) wait(error.retryAfterSeconds ?? 0);
    setResult(error ? inWords(error) : "A new email is on its way.");
  }

  return { send, isBusy, waitSeconds, result };
}
