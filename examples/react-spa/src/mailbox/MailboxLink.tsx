import { usePage } from "../page/page.ts";

/** The server of this example sends no emails and no text messages: it shows them. In a new tab, because a code may be typed here. */
export function MailboxLink() {
  const { hasMailbox } = usePage();
  return (
    hasMailbox && (
      <p className="soft">
        This demo sends no emails and no text messages:{" "}
        <a href="/mailbox" target="_blank" rel="noreferrer">
          open the mailbox in a new tab
        </a>
        .
      </p>
    )
  );
}
