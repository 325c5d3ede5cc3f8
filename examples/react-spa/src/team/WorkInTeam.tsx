import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { errorTexts } from "../organization/error-texts.ts";
import type { Team } from "../organization/work.ts";

/** Makes a team of the user the session's active team, or clears it. */
export function WorkInTeam({ team, isActive }: { team: Team; isActive: boolean }) {
  const { busy, result, act } = useActions();
  const isBusy = busy !== null;

  const work = (teamId: string | null): Promise<boolean> =>
    act("work", {
      call: async () => (await authClient.organization.setActiveTeam({ teamId })).error,
      said: "",
      errorTexts,
    });

  return (
    <section className="notice banner" aria-label="Where you work">
      <p role="status">{isActive ? "You work in this team." : "You are in this team, and work elsewhere."}</p>
      {isActive ? (
        <Busy kind="quiet" isSmall isBusy={isBusy} label="Stop" busy="Stopping…" onClick={() => work(null)} />
      ) : (
        <Busy kind="quiet" isSmall isBusy={isBusy} label="Work here" busy="Changing…" onClick={() => work(team.id)} />
      )}
      {result.text && <ResultLine {...result} />}
    </section>
  );
}
