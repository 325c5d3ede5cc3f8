import type { CallError } from "@keyhold/react";
import { useEffect } from "react";
import { useAction } from "../form/use-action.js";
import { useWait } from "../form/use-wait.js";
import type { SendAgain } from "./use-verify-email.js";

/** Short enough for a lost email, and long enough for a slow email. */
const pauseSeconds = 30;

/** Options of `useResend`. */
export interface ResendOptions {
  /** Null: no email was sent. */
  readonly sentTo: string | null;
  /** The text after a success. */
  readonly done: string;
  readonly ask: (email: string) => Promise<CallError | null>;
}

/** A button that sends an email again, after a pause. */
export function useResend({ sentTo, done: sentAgain, ask }: ResendOptions): SendAgain {
  const { busy, error, done, waitSeconds, run } = useAction();
  const [pause, startPause] = useWait();
  useEffect(() => {
    if (sentTo !== null) startPause(pauseSeconds);
  }, [sentTo, startPause]);

  async function send(): Promise<void> {
    if (sentTo === null) return;
    if (await run("send", { call: () => ask(sentTo), done: sentAgain })) startPause(pauseSeconds);
  }

  return { isBusy: busy !== null, waitSeconds: Math.max(pause, waitSeconds), error, done, send };
}
