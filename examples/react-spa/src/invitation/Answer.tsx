import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { sayName } from "../layout/say-name.ts";
import { errorTexts } from "../organization/error-texts.ts";
import { Link, navigate } from "../router.tsx";

/** Accepts or declines, for the invited user. */
export function Answer({ token, name }: { token: string; name: string }) {
  const { busy, result, act } = useActions();
  const [isDeclined, setDeclined] = useState(false);

  async function accept(): Promise<void> {
    const call = async () => (await authClient.organization.acceptInvitation({ token })).error;
    if (await act("accept", { call, said: "", errorTexts })) navigate("/organization?joined=");
  }

  async function decline(): Promise<void> {
    const call = async () => (await authClient.organization.rejectInvitation({ token })).error;
    if (await act("decline", { call, said: `You declined. ${sayName(name)} gets no other message.`, errorTexts }))
      setDeclined(true);
  }

  return (
    <>
      <p className="choices">
        {isDeclined ? (
          <Link className="button primary" href="/">
            Your account
          </Link>
        ) : (
          <>
            <Busy isBusy={busy === "accept"} label="Accept" busy="Joining…" onClick={accept} />
            <Busy kind="quiet" isBusy={busy === "decline"} label="Decline" busy="Declining…" onClick={decline} />
          </>
        )}
      </p>
      <ResultLine {...result} />
    </>
  );
}
