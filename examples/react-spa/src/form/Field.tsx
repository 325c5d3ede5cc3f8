import { type ComponentProps, type ReactNode, useId } from "react";
import { useFormError } from "./Form.tsx";

interface FieldProps extends ComponentProps<"input"> {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** The problem of an empty field; without it the field is optional. */
  readonly empty?: string;
  /** Rendered inside the field, at its end. */
  readonly end?: ReactNode;
}

/** A label, an input, and one line below for the hint or the problem. */
export function Field({ name, label, hint, empty, end, ...input }: FieldProps) {
  const id = useId();
  const problem = useFormError(name);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {!empty && <span className="optional">optional</span>}
      </label>
      <div className="control">
        <input
          className="input"
          {...input}
          id={id}
          name={name}
          required={empty !== undefined}
          data-empty={empty}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem ${id}-hint`}
        />
        {end}
      </div>
      <p className="problem" id={`${id}-problem`} aria-live="polite">
        {problem}
      </p>
      <p className="hint" id={`${id}-hint`} hidden={problem !== null}>
        {hint}
      </p>
    </div>
  );
}
