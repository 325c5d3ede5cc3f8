import { useId, useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { Dialog } from "../layout/Dialog.tsx";
import { sayName } from "../layout/say-name.ts";
import { Link, navigate } from "../router.tsx";
import { errorTexts } from "./error-texts.ts";
import { isOwner } from "./may.ts";
import type { Work } from "./work.ts";

/** The only owner cannot leave: an organization needs one. */
export function LeaveOrganization({ organization, me }: Pick<Work, "organization" | "me">) {
  const [isAsking, setAsking] = useState(false);
  const reason = useId();
  const { members, membersCursor } = organization;
  // If further members are not loaded, only the server knows whether there is another owner.
  const isOnly = isOwner(me) && !membersCursor && !members.some((one) => one.id !== me.id && isOwner(one));

  return (
    <section className="group">
      <h2>Leave</h2>
      <p className="soft" id={reason}>
        {isOnly ? (
          <>
            You are its only owner: <Link href="/organization/members">hand it over</Link> first, or delete it.
          </>
        ) : (
          "You lose what is in it, and come back by an invitation only."
        )}
      </p>
      {!isOnly && (
        <button className="button quiet" type="button" aria-describedby={reason} onClick={() => setAsking(true)}>
          Leave…
        </button>
      )}
      {isAsking && <Ask organization={organization} close={() => setAsking(false)} />}
    </section>
  );
}

function Ask({ organization, close }: Pick<Work, "organization"> & { close: () => void }) {
  const { busy, result, act } = useActions();

  async function leave(): Promise<void> {
    const isDone = await act("leave", {
      call: async () => (await authClient.organization.leave({ organizationId: organization.id })).error,
      said: "",
      errorTexts,
    });
    if (isDone) navigate("/organizations");
  }

  return (
    <Dialog title={`Leave ${sayName(organization.name)}?`} lead="You lose it at once." cancel="Stay" close={close}>
      <ResultLine {...result} />
      <Busy kind="danger" isBusy={busy !== null} label="Leave" busy="Leaving…" onClick={leave} />
    </Dialog>
  );
}
