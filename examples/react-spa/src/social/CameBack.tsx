import { useEffect, useRef } from "react";
import { hasMailbox } from "../mailbox/has-mailbox.ts";
import { useLinkQuery } from "../router.tsx";
import { describeError } from "./error-texts.ts";
import { nameOfProvider, offeredProviders } from "./offered-providers.ts";

/** Shown on every screen that a provider can redirect to: explains a failed sign-in. */
export function CameBack() {
  const linkQuery = useLinkQuery();
  const [code, id] = [linkQuery.get("error"), linkQuery.get("provider")];
  // An error without a provider is of an email's link.
  if (code === null || id === null) return null;
  const provider = offeredProviders.some((one) => one.id === id) ? nameOfProvider(id) : "the provider";
  return <Refusal text={capitalize(describeError(code, provider))} explanation={linkQuery.get("error_description")} />;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface RefusalProps {
  readonly text: string;
  /** For developers: the server's explanation, while the app has no TLS. */
  readonly explanation: string | null;
}

function Refusal({ text, explanation }: RefusalProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={line}>
      <p>{text}</p>
      {hasMailbox && explanation && (
        <p className="for-developers">
          <span className="badge">dev</span> {explanation}
        </p>
      )}
    </div>
  );
}
