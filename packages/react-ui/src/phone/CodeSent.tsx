import type { ReactElement, ReactNode } from "react";
import { useUI } from "../context.js";
import { ResendButton } from "../email/ResendButton.js";
import { CodeInput } from "../parts/CodeInput.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { phone as english } from "../texts/en/phone.js";
import { useTexts } from "../texts/use-texts.js";
import type { SentNumber } from "./use-sent-number.js";

/** The properties of `SentCodeForm`. */
export interface SentCodeFormProps extends Pick<SentNumber, "code" | "again" | "restart"> {
  readonly submit: string;
  readonly submitting: string;
  /** Below the way to another number. */
  readonly children?: ReactNode;
}

/** The properties of `CodeSent`. */
export interface CodeSentProps extends SentCodeFormProps {
  /** The recipient and the next step. */
  readonly text: string;
}

/** The screen of a code that is on its way to a phone. */
export function CodeSent({ text, ...form }: CodeSentProps): ReactElement {
  const { emailHint } = useUI();
  const texts = useTexts("phone", english);
  return (
    <Screen key="sent" title={texts.sentTitle}>
      <div className="kh-sent">
        <svg className="kh-envelope" viewBox="0 0 48 36" aria-hidden="true">
          <path d="M6 1h36a5 5 0 0 1 5 5v16a5 5 0 0 1-5 5H20l-9 8v-8H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5Z" />
        </svg>
        <p>{text}</p>
        {emailHint}
      </div>
      <SentCodeForm {...form} />
    </Screen>
  );
}

/** The form of a code, the button for a new message, and the way to another number. */
export function SentCodeForm(props: SentCodeFormProps): ReactElement {
  const { submit, submitting, code, again, restart, children } = props;
  const texts = useTexts("phone", english);
  return (
    <>
      <div className="kh-code">
        <Form form={code} control={CodeInput} submit={submit} submitting={submitting} />
      </div>
      <ResendButton again={again} label={texts.sendAgain} />
      <p className="kh-asides">
        <button type="button" className="kh-link" onClick={restart}>
          {texts.otherNumber}
        </button>
      </p>
      {children}
    </>
  );
}
