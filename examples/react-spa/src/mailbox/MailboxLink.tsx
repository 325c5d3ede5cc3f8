import { hasMailbox } from "./has-mailbox.ts";

/** The server of this example sends no emails: it shows them. In a new tab, because a code may be typed here. */
export const MailboxLink = () =>
  hasMailbox && (
    <p className="soft">
      This demo sends no emails:{" "}
      <a href="/mailbox" target="_blank" rel="noreferrer">
        open the mailbox in a new tab
      </a>
      .
    </p>
  );
