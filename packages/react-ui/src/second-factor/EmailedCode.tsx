import type { CallError } from "@keyhold/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { useWait } from "../form/use-wait.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { common } from "../texts/en/common.js";
import { factor as english } from "../texts/en/factor.js";
import { useTexts } from "../texts/use-texts.js";
import { CodeForm, type CodeFormProps } from "./CodeForm.js";

/** Short enough for a lost message, and long enough for a slow message. */
const pauseSeconds = 30;

/** The properties of `EmailedCode`. */
export interface EmailedCodeProps extends Omit<CodeFormProps, "method"> {
  /** "phone-code": by a text message. Default "otp": by an email. */
  readonly method?: "otp" | "phone-code";
  /** The call that sends the code; answers the error. */
  readonly sendCode: () => Promise<CallError | null>;
}

/** A code that is sent by email or by text message on request, and the form for the code. */
export function EmailedCode({ method = "otp", sendCode, ...form }: EmailedCodeProps): ReactElement {
  const { emailHint } = useUI();
  const texts = useTexts("factor", english);
  const { sending } = useTexts("common", common);
  const { busy, error, done, waitSeconds, run } = useAction();
  const [isSent, setSent] = useState(false);
  const [pause, startPause] = useWait();
  const line = useRef<HTMLDivElement>(null);

  // The button moves below the form.
  useEffect(() => {
    if (isSent) line.current?.focus();
  }, [isSent]);

  async function send(): Promise<void> {
    const isText = method === "phone-code";
    const errors = { TOO_MANY_ATTEMPTS: isText ? texts.enoughTexts : texts.enoughEmails };
    if (!(await run("send", { call: sendCode, done: isText ? texts.sentByText : texts.sent, errors }))) return;
    startPause(pauseSeconds);
    setSent(true);
  }

  return (
    <div className="kh-emailed-code">
      <div className="kh-sent-line" ref={line} tabIndex={-1}>
        <p className="kh-result" role="status">
          {done}
        </p>
        {isSent && emailHint}
      </div>
      {isSent && <CodeForm method={method} {...form} />}
      <Button
        kind={isSent ? "quiet" : "primary"}
        label={isSent ? texts.sendNewCode : texts.sendCode}
        busyLabel={sending}
        isBusy={busy !== null}
        waitSeconds={Math.max(pause, waitSeconds)}
        onClick={send}
      />
      <ErrorLine text={error} />
    </div>
  );
}
