import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type FactorMethod, factorWords } from "./methods.ts";

interface MethodEntryProps {
  /** The methods of the user, the preferred one first. */
  readonly methods: readonly FactorMethod[];
  readonly form: (method: FactorMethod) => ReactNode;
  /** Shown below the form of backup codes: the last way. */
  readonly lastWay?: ReactNode;
}

/** The form of one method, and buttons that choose another one. */
export function MethodEntry({ methods, form, lastWay }: MethodEntryProps) {
  const [chosen, setChosen] = useState<FactorMethod>(methods[0] ?? "backup-code");
  const top = useRef<HTMLHeadingElement>(null);
  const { title, lead } = factorWords[chosen];

  function choose(method: FactorMethod): void {
    flushSync(() => setChosen(method));
    top.current?.focus();
  }

  return (
    <>
      <section className="group" key={chosen}>
        <h2 ref={top} tabIndex={-1}>
          {title}
        </h2>
        <p className="soft">{lead}</p>
        {form(chosen)}
      </section>
      <ul className="other-ways">
        {methods
          .filter((method) => method !== chosen)
          .map((method) => (
            <li key={method}>
              <button className="link" type="button" onClick={() => choose(method)}>
                {factorWords[method].choose}
              </button>
            </li>
          ))}
        {chosen === "backup-code" && lastWay && <li>{lastWay}</li>}
      </ul>
    </>
  );
}
