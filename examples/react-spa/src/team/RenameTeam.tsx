import { authClient } from "../auth-client.ts";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import type { Team } from "../organization/work.ts";
import { teamPlaces } from "./places.ts";

export function RenameTeam({ team }: { team: Team }) {
  async function rename({ name = "" }: Values) {
    const { error } = await authClient.organization.updateTeam({ teamId: team.id, data: { name } });
    return error;
  }

  return (
    <section className="group">
      <h2>Its name</h2>
      <Form send={rename} submit="Rename" busy="Renaming…" done="Renamed." places={teamPlaces}>
        <Field
          name="name"
          label="Name"
          autoComplete="off"
          maxLength={255}
          defaultValue={team.name}
          empty="Give it a name."
        />
      </Form>
    </section>
  );
}
