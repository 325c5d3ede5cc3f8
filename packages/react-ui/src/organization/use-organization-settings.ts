import { useState } from "react";
import { useUI } from "../context.js";
import { textsOf } from "../form/changed-fields.js";
import type { FormState } from "../form/form-state.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { useOffers } from "../offers.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import type { Organization, OrganizationView } from "./types.js";
import { useSlugField } from "./use-slug-field.js";

/** The state of the settings of an organization. */
export interface OrganizationSettingsState extends ActionState {
  /** Name, slug and logo; null: the user may not change them. */
  readonly form: FormState<"name" | "slug" | "logo"> | null;
  /** Asks for the slug, then deletes the organization; null: not allowed. */
  readonly deletion: FormState<"slug"> | null;
  /** The user is the only owner, who cannot leave. */
  readonly isOnlyOwner: boolean;
  /** Leaves the organization, and goes to the list of organizations. */
  readonly leave: () => void;
}

/**
 * The state and the handlers of the settings of an organization, without markup: name, slug and logo; leave; delete.
 *
 * @example const { form, leave } = useOrganizationSettings(view);
 */
export function useOrganizationSettings({ organization, member, rights }: OrganizationView): OrganizationSettingsState {
  const { client, paths, navigate } = useUI();
  const texts = useTexts("organization", english);
  const canDelete = useOffers()?.canDeleteOrganization ?? false;
  const { run, ...action } = useAction();
  const form = useEditForm(organization);
  const { id: organizationId, slug, members, membersCursor } = organization;

  const deletion = useForm<"slug">({
    fields: [
      {
        name: "slug",
        label: texts.confirmSlug,
        empty: texts.confirmSlugHint(slug),
        hint: texts.confirmSlugHint(slug),
        input: { autoComplete: "off", autoCapitalize: "none", spellCheck: false },
      },
    ],
    errorTexts: texts.codes,
    check: ({ slug: typed = "" }) =>
      typed === "" || typed.trim() === slug ? [] : [{ field: "slug", text: texts.confirmSlugHint(slug) }],
    async send() {
      const { error } = await client.organization.delete({ organizationId });
      if (!error) navigate(paths.organizations, { replace: false });
      return error;
    },
  });

  async function leave(): Promise<void> {
    const call = async () => (await client.organization.leave({ organizationId })).error;
    if (await run("leave", { call, errors: texts.codes })) navigate(paths.organizations, { replace: false });
  }

  // If further members are not loaded, only the server knows whether there is another owner.
  const hasOtherOwner =
    membersCursor !== null || members.some((one) => one.id !== member.id && rights.isOwnerRole(one.role));
  return {
    ...action,
    form: rights.can({ organization: ["update"] }) ? form : null,
    deletion: canDelete && rights.can({ organization: ["delete"] }) ? deletion : null,
    isOnlyOwner: rights.isOwner && !hasOtherOwner,
    leave,
  };
}

function useEditForm({
  id: organizationId,
  name,
  slug: present,
  logo,
}: Organization): FormState<"name" | "slug" | "logo"> {
  const { client } = useUI();
  const texts = useTexts("organization", english);
  const [edited, edit] = useState({ from: present, to: present });
  // After a change by this form, or by another user, the field shows the present slug.
  const slug = edited.from === present ? edited.to : present;
  const slugField = useSlugField({ value: slug, change: (to) => edit({ from: present, to }), present });
  const nameField = {
    name: "name",
    label: texts.name,
    empty: texts.nameEmpty,
    input: { autoComplete: "organization", maxLength: 255, defaultValue: name },
  } as const;
  const logoField = {
    name: "logo",
    label: texts.logo,
    hint: texts.logoHint,
    picture: "organization",
    input: { type: "url", inputMode: "url", autoComplete: "off", defaultValue: logo ?? "" },
  } as const;
  return useForm<"name" | "slug" | "logo">({
    fields: [nameField, slugField, logoField],
    errorFields: { ORGANIZATION_ALREADY_EXISTS: "slug" },
    errorTexts: texts.codes,
    staysAfterSuccess: true,
    async send(values, changed) {
      const others = changed.filter((field) => field.name !== "slug");
      const data = {
        ...textsOf(others, values),
        ...(values.slug !== present && { slug: values.slug }),
      };
      if (Object.keys(data).length === 0) return null;
      return (await client.organization.update({ organizationId, data })).error;
    },
  });
}
