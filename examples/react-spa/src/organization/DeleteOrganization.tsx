import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { Dialog } from "../layout/Dialog.tsx";
import { sayName } from "../layout/say-name.ts";
import { navigate } from "../router.tsx";
import { errorFields } from "./error-texts.ts";
import type { Work } from "./work.ts";

export function DeleteOrganization({ organization }: Pick<Work, "organization">) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="group">
      <h2>Delete</h2>
      <p className="soft">Its members, teams and invitations are deleted with it. This cannot be undone.</p>
      <button className="button quiet" type="button" onClick={() => setAsking(true)}>
        Delete…
      </button>
      {isAsking && <Ask organization={organization} close={() => setAsking(false)} />}
    </section>
  );
}

function Ask({ organization: { id, name, slug }, close }: Pick<Work, "organization"> & { close: () => void }) {
  const check = ({ confirmation = "" }: Values) =>
    confirmation.trim() === slug ? [] : [{ field: "confirmation", text: `Type ${slug} here.` }];

  async function remove() {
    const { error } = await authClient.organization.delete({ organizationId: id });
    if (!error) navigate("/organizations");
    return error;
  }

  return (
    <Dialog title={`Delete ${sayName(name)}?`} lead="All members lose it at once." cancel="Keep it" close={close}>
      <Form send={remove} check={check} kind="danger" submit="Delete it" busy="Deleting…" places={errorFields}>
        <Field
          name="confirmation"
          label="Its slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          empty={`Type ${slug} here.`}
          hint={`Type ${slug}, so that this does not happen by mistake.`}
        />
      </Form>
    </Dialog>
  );
}
