import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { Dialog } from "../layout/Dialog.tsx";
import { sayName } from "../layout/say-name.ts";
import { errorTexts } from "../organization/error-texts.ts";
import type { Team } from "../organization/work.ts";
import { navigate } from "../router.tsx";

interface RemoveTeamProps {
  readonly team: Team;
  /** Whether the user is a member: users cannot remove their own team. */
  readonly isIn: boolean;
}

export function RemoveTeam({ team, isIn }: RemoveTeamProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="group">
      <h2>Remove this team</h2>
      <p className="soft">
        {isIn ? "You are in it: take yourself out first." : "Its members stay members of the organization."}
      </p>
      {!isIn && (
        <button className="button quiet" type="button" onClick={() => setAsking(true)}>
          Remove…
        </button>
      )}
      {isAsking && <Ask team={team} close={() => setAsking(false)} />}
    </section>
  );
}

function Ask({ team, close }: { team: Team; close: () => void }) {
  const { busy, result, act } = useActions();

  async function remove(): Promise<void> {
    const isDone = await act("remove", {
      call: async () => (await authClient.organization.removeTeam({ teamId: team.id })).error,
      said: "",
      errorTexts,
    });
    if (isDone) navigate("/organization/teams");
  }

  return (
    <Dialog
      title={`Remove ${sayName(team.name)}?`}
      lead="Members who work in it then work in no team."
      cancel="Keep it"
      close={close}
    >
      <ResultLine {...result} />
      <Busy kind="danger" isBusy={busy !== null} label="Remove" busy="Removing…" onClick={remove} />
    </Dialog>
  );
}
