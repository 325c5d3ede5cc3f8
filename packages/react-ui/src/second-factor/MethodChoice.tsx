import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { factor as english } from "../texts/en/factor.js";
import { useTexts } from "../texts/use-texts.js";

/** The properties of `MethodChoice`. */
export interface MethodChoiceProps<Method extends keyof typeof english.methods> {
  /** The methods of the user, the preferred method first. */
  readonly methods: readonly Method[];
  readonly form: (method: Method) => ReactNode;
  /** Shown with the form of backup codes, for a user who has lost them, too. */
  readonly lastWay?: ReactNode;
}

/** The form of a method, and buttons that choose another method. */
export function MethodChoice<Method extends keyof typeof english.methods>(
  props: MethodChoiceProps<Method>,
): ReactElement | null {
  const { methods, form, lastWay } = props;
  const texts = useTexts("factor", english);
  const [choice, setChoice] = useState<Method | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const chosen = choice ?? methods[0];

  useEffect(() => {
    if (choice) section.current?.querySelector<HTMLElement>("[data-top], input:not([hidden])")?.focus();
  }, [choice]);

  if (!chosen) return null;
  const { title, lead } = texts.methods[chosen];
  return (
    <>
      <div className="kh-group" key={chosen} ref={section}>
        {chosen !== "password" && (
          <h2 className="kh-subtitle" data-top tabIndex={-1}>
            {title}
          </h2>
        )}
        {lead && <p className="kh-soft">{lead}</p>}
        {form(chosen)}
      </div>
      {(methods.length > 1 || lastWay) && (
        <ul className="kh-other-ways">
          {methods
            .filter((method) => method !== chosen)
            .map((method) => (
              <li key={method}>
                <button className="kh-link" type="button" onClick={() => setChoice(method)}>
                  {texts.methods[method].choose}
                </button>
              </li>
            ))}
          {chosen === "backup-code" && lastWay && <li>{lastWay}</li>}
        </ul>
      )}
    </>
  );
}
