import { type ComponentProps, type ReactNode, useId } from "react";
import { useFormError } from "./Form.tsx";

interface SelectProps extends ComponentProps<"select"> {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
}

/** A label, a choice of several, and one line below for the hint or the problem. */
export function Select({ name, label, hint, children, ...select }: SelectProps) {
  const id = useId();
  const problem = useFormError(name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        {...select}
        id={id}
        name={name}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem ${id}-hint`}
      >
        {children}
      </select>
      <p className="problem" id={`${id}-problem`} aria-live="polite">
        {problem}
      </p>
      <p className="hint" id={`${id}-hint`} hidden={problem !== null}>
        {hint}
      </p>
    </div>
  );
}
