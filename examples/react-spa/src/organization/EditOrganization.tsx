import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { Emblem } from "./Emblem.tsx";
import { errorFields } from "./error-texts.ts";
import { SlugField } from "./SlugField.tsx";
import { slugPlaces } from "./slug.ts";
import type { Work } from "./work.ts";

const noPicture = { field: "logo", text: "This is not the address of a picture: it begins with https://." };

/** The server checks the URL of the logo too; the page has its own text. */
const check = ({ logo = "" }: Values) => (logo === "" || /^https?:\/\/[^/]/.test(logo) ? [] : [noPicture]);

export function EditOrganization({ organization }: Pick<Work, "organization">) {
  const { id: organizationId, name, logo } = organization;
  const [slug, setSlug] = useState(organization.slug);

  async function save({ name = "", slug = "", logo }: Values) {
    const data = { name, slug, logo: logo || null };
    const { error } = await authClient.organization.update({ organizationId, data });
    return error;
  }

  return (
    <>
      <div>
        <Emblem name={name} logo={logo} />
      </div>
      <Form
        send={save}
        check={check}
        submit="Save"
        busy="Saving…"
        done="Saved."
        places={{ ...errorFields, ...slugPlaces }}
      >
        <Field
          name="name"
          label="Name"
          autoComplete="organization"
          maxLength={255}
          defaultValue={name}
          empty="Give it a name."
        />
        <SlugField value={slug} onChange={setSlug} present={organization.slug} />
        <Field
          name="logo"
          label="Logo"
          type="url"
          inputMode="url"
          autoComplete="off"
          defaultValue={logo ?? ""}
          hint="Where it is on the web. Leave it empty for the initial."
        />
      </Form>
    </>
  );
}
