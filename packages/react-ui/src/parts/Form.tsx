import type { ReactElement, ReactNode } from "react";
import type { FormState } from "../form/form-state.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { Button } from "./Button.js";
import { type Control, Field } from "./Field.js";

/** The properties of `Form`. */
export interface FormProps<Name extends string> {
  readonly form: FormState<Name>;
  readonly submit: string;
  /** The label of the button while the call is running. */
  readonly submitting: string;
  /** A short note on the button, e.g. "Last used". */
  readonly note?: string | undefined;
  readonly kind?: "primary" | "quiet" | "danger";
  /** The text after a success, if the form stays. */
  readonly done?: string;
  /** The input of each field of the kind "text". */
  readonly control?: Control | undefined;
  /** Before the fields. */
  readonly children?: ReactNode;
}

/** A form with all fields in order, the problem of the form as a whole, and the button. */
export function Form<Name extends string>(props: FormProps<Name>): ReactElement {
  const { form, submit, submitting, kind = "primary", done, control, note, children } = props;
  const { tryAgain } = useTexts("common", common);
  return (
    <form className="kh-form" {...form.formProps}>
      {children}
      {form.fields.map((field) => (
        <Field key={field.name} field={field} control={control} />
      ))}
      <div role="alert">
        {form.error && (
          <p className="kh-summary" {...form.summaryProps}>
            {form.error}
          </p>
        )}
      </div>
      <Button
        kind={kind}
        label={form.error ? tryAgain : submit}
        busyLabel={submitting}
        isBusy={form.isBusy}
        waitSeconds={form.waitSeconds}
        note={note}
      />
      {done !== undefined && (
        <p className="kh-result" role="status">
          {form.isDone && done}
        </p>
      )}
    </form>
  );
}
