import { authClient } from "../auth-client.ts";
import { Form, type Values } from "../form/Form.tsx";
import { Select } from "../form/Select.tsx";
import { sayName } from "../layout/say-name.ts";
import type { Pages } from "../lists/use-pages.ts";
import { errorFields } from "../organization/error-texts.ts";
import type { Organization, Team } from "../organization/work.ts";
import type { TeamPerson } from "./TeamMembers.tsx";

interface AddTeamMemberProps {
  readonly team: Team;
  readonly organization: Organization;
  readonly members: Pages<TeamPerson>;
}

/** Adds a member of the organization to the team. */
export function AddTeamMember({ team, organization, members }: AddTeamMemberProps) {
  const others = organization.members.filter(({ userId }) => !members.items.some((one) => one.userId === userId));

  async function add({ userId = "" }: Values) {
    const { error } = await authClient.organization.addTeamMember({ teamId: team.id, userId });
    if (!error) await members.refetch();
    return error;
  }

  if (others.length === 0) return <p className="soft">All members of the organization are in it.</p>;
  return (
    <section className="group">
      <h2>Add a member</h2>
      <Form send={add} submit="Add member" busy="Putting in…" done="They are in." places={errorFields}>
        <Select name="userId" label="Member of the organization">
          {others.map(({ userId, user: { name, email } }) => (
            <option key={userId} value={userId}>
              {sayName(name)} ({email})
            </option>
          ))}
        </Select>
      </Form>
    </section>
  );
}
