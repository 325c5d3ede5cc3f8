import type { ReactElement } from "react";
import { Button } from "../parts/Button.js";
import { Field } from "../parts/Field.js";
import { apiKeys as english } from "../texts/en/api-keys.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import type { ApiKeyOwner } from "./types.js";
import type { ShownKey } from "./use-api-keys.js";
import { useCreateApiKey } from "./use-create-api-key.js";

/** The properties of `CreateKey`. */
export interface CreateKeyProps {
  readonly owner: ApiKeyOwner;
  readonly created: (key: ShownKey) => void;
}

/** The form for a new key. The permissions are a group. */
export function CreateKey({ owner, created }: CreateKeyProps): ReactElement {
  const { form, permissions } = useCreateApiKey(owner, created);
  const texts = useTexts("apiKeys", english);
  const { tryAgain } = useTexts("common", common);
  const boxes = new Set(permissions.map(({ field }) => field));
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle">{texts.createTitle}</h2>
      <form className="kh-form" {...form.formProps}>
        {form.fields
          .filter(({ name }) => !boxes.has(name))
          .map((field) => (
            <Field key={field.name} field={field} />
          ))}
        {permissions.length > 0 && (
          <fieldset className="kh-radio">
            <legend className="kh-label">{texts.mayDo}</legend>
            <p className="kh-meta">{texts.mayDoHint}</p>
            {permissions.map(({ field }) => (
              <Field key={field} field={form.field(field)} />
            ))}
          </fieldset>
        )}
        <div role="alert">
          {form.error && (
            <p className="kh-summary" {...form.summaryProps}>
              {form.error}
            </p>
          )}
        </div>
        <Button
          label={form.error ? tryAgain : texts.create}
          busyLabel={texts.creating}
          isBusy={form.isBusy}
          waitSeconds={form.waitSeconds}
        />
      </form>
    </section>
  );
}
