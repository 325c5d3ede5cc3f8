import { useState } from "react";
import { Time } from "../layout/Time.tsx";
import type { EmailMessage } from "./use-emails.ts";

export function EmailView({ id, subject, to, sentAt, text }: EmailMessage) {
  const [isText, setText] = useState(false);
  return (
    <article className="email" aria-label={subject}>
      <header>
        <div>
          <h2>{subject}</h2>
          <p className="meta">
            To {to}, <Time at={new Date(sentAt)} />
          </p>
        </div>
        <fieldset className="switch">
          <legend className="unseen">Show the email as</legend>
          <label>
            <input className="radio" type="radio" name="view" checked={!isText} onChange={() => setText(false)} />
            HTML
          </label>
          <label>
            <input className="radio" type="radio" name="view" checked={isText} onChange={() => setText(true)} />
            Text
          </label>
        </fieldset>
      </header>
      {isText ? (
        <pre>{text}</pre>
      ) : (
        // The frame's own policy forbids scripts as well; a link opens in a new tab.
        <iframe title={subject} src={`/api/mailbox/${id}.html`} sandbox="allow-popups allow-popups-to-escape-sandbox" />
      )}
    </article>
  );
}
