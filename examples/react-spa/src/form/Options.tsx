import { useId } from "react";

export interface Option {
  readonly value: string;
  readonly label: string;
  /** An explanation of the option. */
  readonly about: string;
}

interface OptionsProps {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly Option[];
  /** The initial option. */
  readonly present: string;
}

/** A choice of a few options, each with an explanation. */
export function Options({ name, legend, options, present }: OptionsProps) {
  const id = useId();
  return (
    <fieldset className="options">
      <legend>{legend}</legend>
      {options.map(({ value, label, about }) => (
        <div className="option" key={value}>
          <input
            className="box"
            type="radio"
            name={name}
            value={value}
            id={`${id}-${value}`}
            defaultChecked={value === present}
            aria-describedby={`${id}-${value}-about`}
          />
          <label htmlFor={`${id}-${value}`}>{label}</label>
          <p className="hint" id={`${id}-${value}-about`}>
            {about}
          </p>
        </div>
      ))}
    </fieldset>
  );
}
