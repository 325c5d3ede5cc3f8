import type { Passkey } from "@keyhold/passkey/client";
import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { Dialog } from "../layout/Dialog.tsx";
import { sayName } from "../layout/say-name.ts";
import { errorTexts } from "./error-texts.ts";
import { nameOfPasskey } from "./name.ts";

interface ManagePasskeyProps {
  readonly passkey: Passkey;
  readonly close: () => void;
  readonly renamed: () => void;
  /** The user has confirmed the question. */
  readonly remove: () => void;
}

const gone = { field: null, text: errorTexts.PASSKEY_NOT_FOUND };

/** The actions on a passkey. The deletion needs a confirmation. */
export function ManagePasskey({ passkey, close, renamed, remove }: ManagePasskeyProps) {
  const [isAsking, setAsking] = useState(false);
  const name = sayName(nameOfPasskey(passkey));

  async function rename({ name = "" }: Values) {
    const { error } = await authClient.passkey.updatePasskey({ id: passkey.id, name });
    if (!error) renamed();
    return error;
  }

  if (isAsking) {
    return (
      <Dialog
        title={`Delete ${name}?`}
        lead="It does not open your account any more. If it stays in the list of your device, delete it there, too."
        cancel="Keep it"
        close={() => setAsking(false)}
      >
        <button className="button danger" type="button" onClick={remove}>
          Delete it
        </button>
      </Dialog>
    );
  }
  return (
    <Dialog title={name} close={close}>
      <Form send={rename} submit="Rename" busy="Renaming…" places={{ PASSKEY_NOT_FOUND: gone }}>
        <Field
          name="name"
          label="Name"
          autoComplete="off"
          maxLength={255}
          defaultValue={passkey.name ?? ""}
          empty="Give it a name."
        />
      </Form>
      <button className="button quiet" type="button" onClick={() => setAsking(true)}>
        Delete…
      </button>
    </Dialog>
  );
}
