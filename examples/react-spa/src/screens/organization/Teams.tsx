import { authClient } from "../../auth-client.ts";
import { Busy } from "../../form/Busy.tsx";
import { Field } from "../../form/Field.tsx";
import { Form, type Values } from "../../form/Form.tsx";
import { ResultLine } from "../../form/ResultLine.tsx";
import { useActions } from "../../form/use-actions.ts";
import { Screen } from "../../layout/Screen.tsx";
import { sayName } from "../../layout/say-name.ts";
import { useRead } from "../../lists/use-read.ts";
import { errorTexts } from "../../organization/error-texts.ts";
import { may } from "../../organization/may.ts";
import type { Work } from "../../organization/work.ts";
import { Link } from "../../router.tsx";
import { teamPlaces } from "../../team/places.ts";

export function Teams({ session, organization, me }: Work) {
  const { busy, result, act } = useActions();
  const own = useRead(organization.id, (signal) => authClient.organization.listUserTeams({}, { signal }));
  const isOwn = (id: string): boolean => own.data?.some((team) => team.id === id) ?? false;
  const teams = organization.teams ?? [];

  const work = (id: string, name: string): Promise<boolean> =>
    act(id, {
      call: async () => (await authClient.organization.setActiveTeam({ teamId: id })).error,
      said: `You work in ${sayName(name)} now.`,
      errorTexts,
    });

  return (
    <Screen title="Teams" lead="Parts of the organization. A member can be in several, and works in one at a time.">
      {teams.length === 0 && <p className="soft">There are no teams yet.</p>}
      <ul className="people">
        {teams.map(({ id, name }) => (
          <li key={id}>
            <div>
              <p className="name">
                <Link href={`/organization/teams/${id}`}>{name}</Link>
              </p>
              {isOwn(id) && <p className="meta">You are in it</p>}
            </div>
            {session.activeTeamId === id && <span className="tag good">You work here</span>}
            {session.activeTeamId !== id && isOwn(id) && (
              <Busy
                kind="quiet"
                isSmall
                isBusy={busy === id}
                label="Work here"
                busy="Changing…"
                name={`Work in ${sayName(name)}`}
                onClick={() => work(id, name)}
              />
            )}
          </li>
        ))}
      </ul>
      <ResultLine {...result} />
      {may(me, { team: ["create"] }) && <CreateTeam organizationId={organization.id} />}
    </Screen>
  );
}

function CreateTeam({ organizationId }: { organizationId: string }) {
  async function create({ name = "" }: Values) {
    const { error } = await authClient.organization.createTeam({ name, organizationId });
    return error;
  }
  return (
    <section className="group">
      <h2>Another team</h2>
      <Form
        send={create}
        submit="Create a team"
        busy="Creating…"
        done="The team is there."
        isCleared
        places={teamPlaces}
      >
        <Field name="name" label="Name" autoComplete="off" maxLength={255} empty="Give it a name." />
      </Form>
    </section>
  );
}
