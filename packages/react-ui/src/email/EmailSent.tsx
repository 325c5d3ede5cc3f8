import type { ReactElement, ReactNode } from "react";
import { useUI } from "../context.js";
import { Screen } from "../parts/Screen.js";

/** The properties of `EmailSent`. */
export interface EmailSentProps {
  readonly title: string;
  /** The recipient and the next step. */
  readonly text: string;
  readonly children?: ReactNode;
}

/** The screen when the next step is in an email. */
export function EmailSent({ title, text, children }: EmailSentProps): ReactElement {
  const { emailHint } = useUI();
  return (
    <Screen title={title}>
      <div className="kh-sent">
        <svg className="kh-envelope" viewBox="0 0 48 36" aria-hidden="true">
          <rect x="1" y="1" width="46" height="34" rx="5" />
          <path d="m3 4 21 17L45 4" />
        </svg>
        <p>{text}</p>
      </div>
      {emailHint}
      {children}
    </Screen>
  );
}
