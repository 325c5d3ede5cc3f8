import { authClient } from "../auth-client.ts";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { Select } from "../form/Select.tsx";
import { sayName } from "../layout/say-name.ts";
import { errorFields } from "../organization/error-texts.ts";
import { outranks } from "../organization/may.ts";
import { roleNames, roleWords } from "../organization/roles.ts";
import type { Work } from "../organization/work.ts";

const places = {
  ...errorFields,
  INVALID_EMAIL: { field: "email", text: "This is not a whole email address." },
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: { field: "email", text: "They are a member already." },
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: {
    field: "email",
    text: "They are invited already: send the email again below.",
  },
} as const;

export function InviteForm({ organization, me }: Pick<Work, "organization" | "me">) {
  const { id: organizationId, teams } = organization;

  async function invite({ email = "", role = "member", teamId }: Values) {
    const place = teamId ? { organizationId, teamId } : { organizationId };
    const { error } = await authClient.organization.inviteMember({ email, role, ...place });
    return error;
  }

  return (
    <Form
      send={invite}
      submit="Send the invitation"
      busy="Sending…"
      done="The invitation is on its way."
      isCleared
      places={places}
    >
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        empty="Enter the email address of whom you invite."
      />
      <Select name="role" label="Role" defaultValue="member">
        {roleNames
          .filter((role) => outranks(me, role))
          .map((role) => (
            <option key={role} value={role}>
              {roleWords[role].name}
            </option>
          ))}
      </Select>
      {teams && teams.length > 0 && (
        <Select name="teamId" label="Team" defaultValue="">
          <option value="">None</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {sayName(name)}
            </option>
          ))}
        </Select>
      )}
    </Form>
  );
}
