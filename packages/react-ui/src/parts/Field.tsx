import { type ComponentType, type ReactElement, type ReactNode, type SelectHTMLAttributes, useState } from "react";
import type { FieldKind, FieldState } from "../form/form-state.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** The input of a field. */
export type Control = ComponentType<{ readonly field: FieldState }>;

/** The properties of `Field`. */
export interface FieldProps {
  readonly field: FieldState;
  /** The input of a field of the kind "text". */
  readonly control?: Control | undefined;
}

/** A field of a form: label, input, and a line for the problem or the hint. */
export function Field({ field, control: Control }: FieldProps): ReactElement {
  const Kind = kinds[field.kind ?? "text"];
  if (Kind) return <Kind field={field} />;
  return (
    <Labelled field={field}>
      {Control ? <Control field={field} /> : <input className="kh-input" {...field.inputProps} />}
    </Labelled>
  );
}

/** A password that the user can show. */
function PasswordField({ field }: { readonly field: FieldState }): ReactElement {
  const [isShown, setShown] = useState(false);
  // At most the minimum: further characters change no hint, and the characters of a present password never do.
  const [length, setLength] = useState(0);
  const { minLength = 0 } = field;
  const texts = useTexts("common", common);
  const missing = minLength - length;
  const progress = missing > 0 ? texts.passwordMore(missing) : texts.passwordLongEnough;
  const isNew = minLength > 0 && length > 0;
  return (
    <Labelled field={isNew ? { ...field, hint: progress } : field}>
      <input
        className="kh-input"
        {...field.inputProps}
        type={isShown ? "text" : "password"}
        onChange={({ target }) => setLength(Math.min(characters(target.value), minLength))}
      />
      <button
        type="button"
        className="kh-reveal"
        aria-label={isShown ? texts.hidePassword : texts.showPassword}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? texts.hide : texts.show}
      </button>
    </Labelled>
  );
}

/** Counts as the server does: an emoji is one character. */
const characters = (text: string): number => [...text.normalize("NFKC")].length;

interface LabelledProps {
  readonly field: FieldState;
  readonly children: ReactNode;
}

function Labelled({ field, children }: LabelledProps): ReactElement {
  const { label, hint, liveHint, error, isRequired, inputProps, errorProps, hintProps } = field;
  const { optional } = useTexts("common", common);
  return (
    <div className="kh-field">
      <label className="kh-label" htmlFor={inputProps.id}>
        {label} {!isRequired && <span className="kh-optional">{optional}</span>}
      </label>
      <div className="kh-control">{children}</div>
      <p className="kh-error" {...errorProps}>
        {error}
      </p>
      {hint && (
        <p className="kh-hint" data-tone={liveHint} {...hintProps} hidden={error !== null}>
          {hint}
        </p>
      )}
    </div>
  );
}

function Select({ field }: { readonly field: FieldState }): ReactElement {
  const { type: _, ...attributes } = field.inputProps;
  return (
    <Labelled field={{ ...field, isRequired: true }}>
      <select className="kh-input" {...(attributes as SelectHTMLAttributes<HTMLSelectElement>)}>
        {field.options?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A choice of a few options, each with an explanation. */
function Radio({ field }: { readonly field: FieldState }): ReactElement {
  const { label, options = [], error, inputProps, errorProps } = field;
  const { id, name, defaultValue } = inputProps;
  return (
    <fieldset className="kh-radio">
      <legend className="kh-label">{label}</legend>
      {options.map(({ value, label: text, hint }) => (
        <div className="kh-checkbox" key={value}>
          <input
            className="kh-box"
            type="radio"
            id={`${id}-${value}`}
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            aria-describedby={hint && `${id}-${value}-hint`}
          />
          <label htmlFor={`${id}-${value}`}>{text}</label>
          {hint && (
            <p className="kh-hint" id={`${id}-${value}-hint`}>
              {hint}
            </p>
          )}
        </div>
      ))}
      <p className="kh-error" {...errorProps}>
        {error}
      </p>
    </fieldset>
  );
}

function Checkbox({ field }: { readonly field: FieldState }): ReactElement {
  const { label, hint, error, inputProps, errorProps, hintProps } = field;
  return (
    <div className="kh-checkbox">
      <input className="kh-box" {...inputProps} />
      <label htmlFor={inputProps.id}>{label}</label>
      <p className="kh-error" {...errorProps}>
        {error}
      </p>
      {hint && (
        <p className="kh-hint" {...hintProps}>
          {hint}
        </p>
      )}
    </div>
  );
}

const kinds: Readonly<Partial<Record<FieldKind, Control>>> = {
  checkbox: Checkbox,
  password: PasswordField,
  select: Select,
  radio: Radio,
};
