import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type StepUpMethod, stepUpWords } from "./methods.ts";

interface MethodEntryProps<Method extends StepUpMethod> {
  /** The methods of the user, the preferred one first. */
  readonly methods: readonly Method[];
  readonly form: (method: Method) => ReactNode;
  /** Shown below the form of backup codes: the last way. */
  readonly lastWay?: ReactNode;
}

/** The form of one method, and buttons that choose another one. */
export function MethodEntry<Method extends StepUpMethod>({ methods, form, lastWay }: MethodEntryProps<Method>) {
  const [chosen, setChosen] = useState<Method | undefined>(methods[0]);
  const [hasChosen, setHasChosen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const top = useRef<HTMLHeadingElement>(null);
  if (!chosen) return null;
  const { title, lead } = stepUpWords[chosen];

  function choose(method: Method): void {
    flushSync(() => {
      setChosen(method);
      setHasChosen(true);
    });
    (top.current ?? section.current?.querySelector<HTMLElement>("input:not([hidden])"))?.focus();
  }

  return (
    <>
      <section className="group" key={chosen} ref={section}>
        {/* A dialog that opens focuses its first focusable element: the field. */}
        {chosen !== "password" && (
          <>
            <h2 ref={top} tabIndex={hasChosen ? -1 : undefined}>
              {title}
            </h2>
            <p className="soft">{lead}</p>
          </>
        )}
        {form(chosen)}
      </section>
      <ul className="other-ways">
        {methods
          .filter((method) => method !== chosen)
          .map((method) => (
            <li key={method}>
              <button className="link" type="button" onClick={() => choose(method)}>
                {stepUpWords[method].choose}
              </button>
            </li>
          ))}
        {chosen === "backup-code" && lastWay && <li>{lastWay}</li>}
      </ul>
    </>
  );
}
