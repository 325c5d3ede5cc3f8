import type { CallError } from "@keyhold/client";
import { useRef, useState } from "react";
import { Busy } from "../form/Busy.tsx";
import { inWords } from "../form/form-error.ts";
import { ResultLine } from "../form/ResultLine.tsx";
import { useWait } from "../form/use-wait.ts";
import { hasMailbox } from "../mailbox/has-mailbox.ts";
import { CodeForm, type CodeFormProps } from "./CodeForm.tsx";

/** Short enough for a lost email, and long enough for a slow one. */
const pauseSeconds = 30;

interface EmailedCodeProps extends CodeFormProps {
  /** The call that sends it; answers its error. */
  readonly sendCode: () => Promise<CallError | null>;
}

/** A code that is sent on request, and the form for it. */
export function EmailedCode({ sendCode, ...props }: EmailedCodeProps) {
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState({ text: "", isGood: true });
  const [waitSeconds, wait] = useWait();
  const line = useRef<HTMLDivElement>(null);

  async function send(): Promise<void> {
    setBusy(true);
    const error = await sendCode();
    setBusy(false);
    if (error) return setResult({ text: explain(error), isGood: false });
    wait(pauseSeconds);
    setSent(true);
    setResult({ text: "A code is on its way to your email address.", isGood: true });
    // The button moves below the form.
    line.current?.focus();
  }

  function explain(error: CallError): string {
    if (error.code === "TOO_MANY_ATTEMPTS") return "Enough emails for now: use the newest code, or another way.";
    return inWords(error);
  }

  const sendButton = (
    <Busy
      kind={isSent ? "quiet" : "primary"}
      isBusy={isBusy}
      waitSeconds={waitSeconds}
      label={isSent ? "Send a new code" : "Send the code"}
      busy="Sending…"
      onClick={send}
    />
  );

  return (
    <div className="emailed-code">
      <div className="said-code" ref={line} tabIndex={-1}>
        <ResultLine {...result} />
        {isSent && hasMailbox && (
          <p className="soft">
            This demo sends no emails:{" "}
            <a href="/mailbox" target="_blank" rel="noreferrer">
              open the mailbox in a new tab
            </a>
            .
          </p>
        )}
      </div>
      {isSent && <CodeForm method="otp" {...props} />}
      {sendButton}
    </div>
  );
}
