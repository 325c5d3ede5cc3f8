import { Screen } from "../layout/Screen.tsx";
import { Emails } from "../mailbox/Emails.tsx";
import { useEmails } from "../mailbox/use-emails.ts";
import { usePath } from "../router.tsx";
import { Loading } from "./Loading.tsx";
import { Unreachable } from "./Unreachable.tsx";

const notice = (
  <>
    <strong>For development only.</strong> Emails and text messages are not sent: they stay in the memory of this
    server.
  </>
);

export function Mailbox() {
  const { messages, hasFailed, reload } = useEmails();
  const chosen = Number(usePath().split("/")[2]) || null;

  if (hasFailed && !messages) return <Unreachable lead="The emails could not be fetched." retry={reload} />;
  return (
    <Screen title="Mailbox">
      <p className="notice">{notice}</p>
      {messages ? <Emails messages={messages} chosen={chosen} /> : <Loading />}
    </Screen>
  );
}
