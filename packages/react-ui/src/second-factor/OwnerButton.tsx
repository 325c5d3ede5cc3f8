import { type ReactElement, useState } from "react";
import type { FormState } from "../form/form-state.js";
import { Dialog } from "../parts/Dialog.js";
import { Form } from "../parts/Form.js";
import { Username } from "../parts/Username.js";
import { stepUp } from "../texts/en/step-up.js";
import { twoFactor as english } from "../texts/en/two-factor.js";
import { useTexts } from "../texts/use-texts.js";

/** The properties of `OwnerButton`. */
export interface OwnerButtonProps {
  readonly form: FormState<"password">;
  readonly email: string;
  readonly label: string;
  /** The accessible name. */
  readonly name: string;
}

/** A button for a change of the user's factors. A user with a password first enters the password, in a dialog. */
export function OwnerButton({ form, email, label, name }: OwnerButtonProps): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const texts = useTexts("twoFactor", english);
  const { title, submit } = useTexts("stepUp", stepUp);
  if (form.fields.length === 0) return <Form form={form} kind="quiet" submit={name} submitting={texts.oneMoment} />;
  return (
    <>
      <button className="kh-button kh-small kh-quiet" type="button" aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <Dialog title={title} close={() => setAsking(false)}>
          <Form form={form} submit={submit} submitting={texts.oneMoment}>
            <Username email={email} />
          </Form>
        </Dialog>
      )}
    </>
  );
}
