import { type ChangeEvent, type ReactElement, useLayoutEffect, useRef, useState } from "react";
import type { FieldState } from "../form/form-state.js";

/**
 * The input of a code, drawn as a cell for each digit. A single input: browsers fill it in, and screen readers read a
 * single field. A paste may have blanks and dashes. The last digit submits the form.
 */
export function CodeInput({ field }: { readonly field: FieldState }): ReactElement {
  const { error, inputProps } = field;
  const digits = inputProps.size ?? 6;
  const [length, setLength] = useState(0);
  const given = useRef("");
  const input = useRef<HTMLInputElement>(null);

  // The next digit replaces a wrong code, also a digit that is typed as the error is shown.
  useLayoutEffect(() => {
    if (error) input.current?.select();
  }, [error]);

  function take({ target, timeStamp }: ChangeEvent<HTMLInputElement>): void {
    // Digits of any script: the server reads them.
    const code = target.value.replace(/\P{Nd}/gu, "").slice(0, digits);
    if (target.value !== code) target.value = code;
    const isNew = code !== given.current;
    given.current = code;
    setLength(code.length);
    if (!isNew || code.length < digits) return;
    target.form?.requestSubmit();
    ignoreEnter(timeStamp);
  }

  return (
    <div className="kh-cells" data-digits={digits}>
      {[...new Array(digits).keys()].map((place) => (
        <span key={place} className="kh-cell" data-next={place === Math.min(length, digits - 1)} />
      ))}
      <div className="kh-cells-text">
        <input className="kh-input" {...inputProps} ref={input} onChange={take} />
      </div>
    </div>
  );
}

const enterMilliseconds = 1000;

/**
 * The next key after the last digit: an Enter is meant for the code. By then the focus may be on a button behind the
 * dialog, which the Enter would press.
 */
function ignoreEnter(submittedAt: number): void {
  const stop = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.timeStamp - submittedAt > enterMilliseconds) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", stop, { capture: true, once: true });
}
