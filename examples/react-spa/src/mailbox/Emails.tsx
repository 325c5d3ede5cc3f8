import { Empty } from "../layout/Empty.tsx";
import { Time } from "../layout/Time.tsx";
import { Link } from "../router.tsx";
import { EmailView } from "./EmailView.tsx";
import type { EmailMessage } from "./use-emails.ts";

interface EmailsProps {
  readonly messages: readonly EmailMessage[];
  readonly chosen: number | null;
}

/** The list beside the open email. A narrow page shows one of the two. */
export function Emails({ messages, chosen }: EmailsProps) {
  const [newest] = messages;
  if (!newest) return <NoEmails />;

  const open = chosen ? messages.find(({ id }) => id === chosen) : newest;
  return (
    <div className="panes" data-chosen={chosen !== null}>
      <ul className="emails">
        {messages.map((message) => (
          <li key={message.id}>
            <Line message={message} isOpen={message === open} />
          </li>
        ))}
      </ul>
      <div className="pane">
        <Link className="all-emails" href="/mailbox">
          All emails
        </Link>
        {open ? (
          <EmailView key={open.id} {...open} />
        ) : (
          <p className="soft">This email is gone: the server has restarted since.</p>
        )}
      </div>
    </div>
  );
}

const Line = ({ message: { id, subject, to, sentAt }, isOpen }: { message: EmailMessage; isOpen: boolean }) => (
  <Link href={`/mailbox/${id}`} aria-current={isOpen ? "true" : undefined}>
    <span className="subject">{subject}</span>
    <span className="meta">{to}</span>
    <Time at={new Date(sentAt)} />
  </Link>
);

const NoEmails = () => (
  <Empty title="No emails yet" text="Every sign-up sends an email, and every later sign-in sends a notice.">
    <Link className="button quiet" href="/">
      Back to the app
    </Link>
  </Empty>
);
