import { useState } from "react";
import { authClient } from "../../auth-client.ts";
import { Field } from "../../form/Field.tsx";
import { Form, type Values } from "../../form/Form.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { SlugField } from "../../organization/SlugField.tsx";
import { slugFrom, slugPlaces } from "../../organization/slug.ts";
import { navigate } from "../../router.tsx";

const places = {
  ...slugPlaces,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: { field: null, text: "You may not create organizations here." },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: {
    field: null,
    text: "You are in the maximum number of organizations. Leave one first.",
  },
} as const;

export function CreateOrganization() {
  const [name, setName] = useState("");
  /** The typed slug; null: the slug follows the name. */
  const [own, setOwn] = useState<string | null>(null);
  const slug = own ?? slugFrom(name);

  async function create({ name = "", slug = "" }: Values) {
    // A problem of the slug is shown at its field, which keeps its value.
    setOwn(slug);
    const { error } = await authClient.organization.create({ name, slug });
    if (!error) navigate("/organization");
    return error;
  }

  return (
    <Screen title="Create an organization" lead="You are its owner, and invite others.">
      <Form send={create} submit="Create" busy="Creating…" places={places}>
        <Field
          name="name"
          label="Name"
          autoComplete="organization"
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.target.value)}
          empty="Give it a name."
        />
        <SlugField value={slug} onChange={setOwn} />
      </Form>
    </Screen>
  );
}
