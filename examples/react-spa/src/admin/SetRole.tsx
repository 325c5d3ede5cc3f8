import { authClient } from "../auth-client.ts";
import { Form, type Values } from "../form/Form.tsx";
import { Options } from "../form/Options.tsx";
import { errorFields } from "./error-texts.ts";
import type { ManagedUser } from "./managed.ts";
import { adminRoleWords } from "./roles.ts";

interface SetRoleProps {
  readonly user: ManagedUser;
  readonly changed: () => Promise<void>;
}

const options = Object.entries(adminRoleWords).map(([value, { name, about }]) => ({ value, label: name, about }));

export function SetRole({ user, changed }: SetRoleProps) {
  async function save({ role = "" }: Values) {
    const error = (await authClient.admin.setRole({ userId: user.id, role })).error;
    if (!error) await changed();
    return error;
  }

  return (
    <section>
      <Form send={save} submit="Save role" busy="Saving…" done="Saved." places={errorFields}>
        <Options name="role" legend="Role" options={options} present={user.role ?? "user"} />
      </Form>
    </section>
  );
}
