import { useState } from "react";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { slugFrom } from "./slug.js";
import { useSlugField } from "./use-slug-field.js";

/** The state of the screen that creates an organization. */
export interface CreateOrganizationState {
  /** The slug follows the name until the user types a slug. */
  readonly form: FormState<"name" | "slug">;
}

/**
 * The state and the handlers of the creation of an organization, without markup. Goes to the new organization.
 *
 * @example const { form } = useCreateOrganization();
 */
export function useCreateOrganization(): CreateOrganizationState {
  const { client, paths, navigate } = useUI();
  const texts = useTexts("organization", english);
  const [name, setName] = useState("");
  /** The typed slug; null: the slug follows the name. */
  const [typed, setTyped] = useState<string | null>(null);
  const slugField = useSlugField({ value: typed ?? slugFrom(name), change: setTyped });
  const form = useForm<"name" | "slug">({
    fields: [
      {
        name: "name",
        label: texts.name,
        empty: texts.nameEmpty,
        input: {
          autoComplete: "organization",
          maxLength: 255,
          value: name,
          onChange: (event) => setName(event.target.value),
        },
      },
      slugField,
    ],
    errorFields: { ORGANIZATION_ALREADY_EXISTS: "slug" },
    errorTexts: texts.codes,
    async send({ name: given = "", slug = "" }) {
      // A problem of the slug is shown at the field, which keeps the value.
      setTyped(slug);
      const { error } = await client.organization.create({ name: given, slug });
      if (!error) navigate(paths.organization, { replace: false });
      return error;
    },
  });
  return { form };
}
