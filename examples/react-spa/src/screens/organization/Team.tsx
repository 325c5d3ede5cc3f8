import { useRef } from "react";
import { teamPath } from "../../../shared/paths.ts";
import { authClient } from "../../auth-client.ts";
import { ResultLine } from "../../form/ResultLine.tsx";
import { useActions } from "../../form/use-actions.ts";
import { Screen } from "../../layout/Screen.tsx";
import { sayName } from "../../layout/say-name.ts";
import { usePages } from "../../lists/use-pages.ts";
import { errorTexts } from "../../organization/error-texts.ts";
import { may } from "../../organization/may.ts";
import type { Team as TeamRow, Work } from "../../organization/work.ts";
import { Link, usePath } from "../../router.tsx";
import { AddTeamMember } from "../../team/AddTeamMember.tsx";
import { RemoveTeam } from "../../team/RemoveTeam.tsx";
import { RenameTeam } from "../../team/RenameTeam.tsx";
import { TeamMembers, type TeamPerson } from "../../team/TeamMembers.tsx";
import { WorkInTeam } from "../../team/WorkInTeam.tsx";

export function Team(work: Work) {
  const id = usePath().match(teamPath)?.groups?.id;
  const team = work.organization.teams?.find((one) => one.id === id);
  if (team) return <Present key={team.id} team={team} {...work} />;
  return (
    <Screen title="No such team" lead="It was removed, or belongs to another organization.">
      <p className="choices">
        <Link className="button quiet" href="/organization/teams">
          All teams
        </Link>
      </p>
    </Screen>
  );
}

function Present({ team, session, organization, me }: Work & { team: TeamRow }) {
  const { busy, result, act } = useActions();
  const top = useRef<HTMLHeadingElement>(null);
  const members = usePages<TeamPerson>({
    from: "",
    atFirst: 1,
    async read(cursor, signal) {
      const page = { teamId: team.id, ...(cursor && { cursor }) };
      const { data, error } = await authClient.organization.listTeamMembers(page, { signal });
      return error ? { data, error } : { data: { items: data.members, nextCursor: data.nextCursor }, error };
    },
  });
  const isIn = members.items.some(({ userId }) => userId === me.userId);
  const mayChange = may(me, { team: ["update"] });

  async function take(userId: string, name: string): Promise<void> {
    const isDone = await act(userId, {
      call: async () => (await authClient.organization.removeTeamMember({ teamId: team.id, userId })).error,
      said: `${sayName(name)} is not in this team any more.`,
      errorTexts,
    });
    await members.refetch();
    // The button is removed with its member; the focus moves to the heading.
    if (isDone) top.current?.focus();
  }

  return (
    <Screen title={sayName(team.name)} lead={`A team of ${sayName(organization.name)}.`}>
      {isIn && <WorkInTeam team={team} isActive={session.activeTeamId === team.id} />}
      <TeamMembers top={top} members={members} busy={busy} {...(mayChange && { take })} />
      <ResultLine {...result} />
      {mayChange && <AddTeamMember team={team} organization={organization} members={members} />}
      {mayChange && <RenameTeam team={team} />}
      {may(me, { team: ["delete"] }) && <RemoveTeam team={team} isIn={isIn} />}
    </Screen>
  );
}
