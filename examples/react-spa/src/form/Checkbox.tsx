import { type ComponentProps, useId } from "react";

export function Checkbox({ label, hint, ...input }: ComponentProps<"input"> & { label: string; hint: string }) {
  const id = useId();
  return (
    <div className="checkbox">
      <input className="box" {...input} type="checkbox" id={id} aria-describedby={`${id}-hint`} />
      <label htmlFor={id}>{label}</label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
