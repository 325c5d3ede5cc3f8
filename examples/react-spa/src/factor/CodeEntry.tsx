import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CodeForm, type CodeFormProps, type Verify } from "./CodeForm.tsx";
import { EmailedCode } from "./EmailedCode.tsx";
import { type FactorMethod, factorWords } from "./methods.ts";

interface CodeEntryProps extends Omit<CodeFormProps, "verify"> {
  /** The methods of the user, the preferred one first. */
  readonly methods: readonly FactorMethod[];
  readonly verify: (method: FactorMethod) => Verify;
  /** Shown below the form of backup codes: the last way. */
  readonly lastWay?: ReactNode;
}

/** The form of one method, and buttons that choose another one. */
export function CodeEntry({ methods, verify, lastWay, children, ...texts }: CodeEntryProps) {
  const [chosen, setChosen] = useState<FactorMethod>(methods[0] ?? "backup-code");
  const top = useRef<HTMLHeadingElement>(null);
  const { title, lead } = factorWords[chosen];
  const form = { ...texts, verify: verify(chosen) };

  function choose(method: FactorMethod): void {
    flushSync(() => setChosen(method));
    top.current?.focus();
  }

  return (
    <>
      <section className="group">
        <h2 ref={top} tabIndex={-1}>
          {title}
        </h2>
        <p className="soft">{lead}</p>
        {chosen === "otp" ? (
          <EmailedCode {...form}>{children}</EmailedCode>
        ) : (
          <CodeForm key={chosen} method={chosen} {...form}>
            {chosen === "totp" && children}
          </CodeForm>
        )}
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
