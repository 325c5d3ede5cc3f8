import { useUI } from "../context.js";
import type { FieldDeclaration, FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { durationIn } from "../parts/duration.js";
import { apiKeys as english } from "../texts/en/api-keys.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { type KeyLives, livesOf, permissionField, permissionsIn } from "./state.js";
import type { ApiKeyOwner, ApiKeyPermission } from "./types.js";
import type { ShownKey } from "./use-api-keys.js";
import { usePermissionName } from "./use-key-name.js";

/** The state of the form for a new key. */
export interface CreateApiKeyState {
  /** The fields `name`, `expiresIn` (if the server tells which lives it allows), and a checkbox for each permission. */
  readonly form: FormState<string>;
  /** The permissions that the key can get, each with the name of its checkbox. */
  readonly permissions: readonly (ApiKeyPermission & { readonly field: string })[];
}

const maxNameLength = 32;
const eternal = "never";

/**
 * The form for a new key, without markup. `created` gets the key, which is shown once.
 *
 * @example const { form } = useCreateApiKey(userKeys, ({ key }) => setSecret(key));
 */
export function useCreateApiKey(
  { organizationId, canGive }: Pick<ApiKeyOwner, "organizationId" | "canGive">,
  created: (key: ShownKey) => void,
): CreateApiKeyState {
  const { client, offers, locale } = useUI();
  const texts = useTexts("apiKeys", english);
  const { name: label } = useTexts("common", common);
  const nameOf = usePermissionName();
  const offer = offers?.plugins?.apiKey ?? null;
  const permissions = Object.entries(offer?.statements ?? {}).flatMap(([resource, actions]) =>
    actions
      .filter((action) => canGive(resource, action))
      .map((action) => ({ resource, action, field: permissionField(resource, action) })),
  );
  const form = useForm<string>({
    fields: [
      {
        name: "name",
        label,
        hint: texts.nameHint,
        ...(offer?.requireName && { empty: texts.nameEmpty }),
        input: { autoComplete: "off", maxLength: maxNameLength },
      },
      ...(offer ? [livesField(offer, texts, locale)] : []),
      ...permissions.map(
        ({ resource, action, field }): FieldDeclaration => ({
          name: field,
          label: nameOf(resource, action),
          kind: "checkbox",
        }),
      ),
    ],
    errorFields: {
      INVALID_NAME_LENGTH: "name",
      NAME_REQUIRED: "name",
      EXPIRES_IN_IS_TOO_SMALL: "expiresIn",
      EXPIRES_IN_IS_TOO_LARGE: "expiresIn",
    },
    errorTexts: texts.codes,
    async send(values) {
      const { name, expiresIn } = values;
      const chosen = permissionsIn(values);
      const { data, error } = await client.apiKey.create({
        ...(organizationId !== undefined && { organizationId }),
        ...(name?.trim() && { name }),
        ...(expiresIn !== undefined && { expiresIn: expiresIn === eternal ? null : Number(expiresIn) }),
        ...(Object.keys(chosen).length > 0 && { permissions: chosen }),
      });
      if (data) created(data);
      return error;
    },
  });
  return { form, permissions };
}

/** The choice of a life, in seconds. */
const livesField = (offer: KeyLives, texts: typeof english, locale: string): FieldDeclaration => ({
  name: "expiresIn",
  label: texts.expiry,
  kind: "select",
  options: livesOf(offer).map((seconds) =>
    seconds === null
      ? { value: eternal, label: texts.never }
      : { value: String(seconds), label: durationIn(locale, seconds) },
  ),
  input: { defaultValue: String(offer.expiresInSeconds) },
});
