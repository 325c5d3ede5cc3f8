import type { ReactNode } from "react";
import { hasMailbox } from "../mailbox/has-mailbox.ts";
import { Link } from "../router.tsx";
import { Screen } from "./Screen.tsx";

interface EmailSentProps {
  readonly title: string;
  /** The recipient and the next step. */
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

/** Shown when the next step is in an email. */
export const EmailSent = ({ title, text, children }: EmailSentProps) => (
  <Screen title={title}>
    <div className="sent">
      <Envelope />
      <p>{text}</p>
    </div>
    {hasMailbox && (
      <p className="choices">
        <Link className="button primary" href="/mailbox">
          Open the mailbox
        </Link>
      </p>
    )}
    {children}
  </Screen>
);

const Envelope = () => (
  <svg className="envelope" viewBox="0 0 48 36" aria-hidden="true">
    <rect x="1" y="1" width="46" height="34" rx="5" />
    <path d="m3 4 21 17L45 4" />
  </svg>
);
