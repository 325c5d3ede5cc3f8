import type { CallError } from "@keyhold/client";
import { useEffect, useRef, useState } from "react";
import { Busy } from "../form/Busy.tsx";
import { ProviderMark } from "../social/ProviderMark.tsx";
import { sayPasskeyError } from "./error-texts.ts";

interface PasskeyButtonProps {
  readonly label: string;
  readonly kind?: "primary" | "quiet";
  /** Asks for the passkey; answers its error. After a success the button stays busy until the screen is replaced. */
  readonly use: () => Promise<CallError | null>;
}

/** A button that opens the dialog of the browser, and the reason if that fails. */
export function PasskeyButton({ label, kind = "primary", use }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (problem) line.current?.focus();
  }, [problem]);

  async function begin(): Promise<void> {
    setBusy(true);
    setProblem("");
    const error = await use();
    if (!error) return;
    setBusy(false);
    setProblem(sayPasskeyError(error));
  }

  return (
    <div className="passkey-button">
      <Busy
        kind={kind}
        mark={<ProviderMark id="passkey" />}
        isBusy={isBusy}
        label={label}
        busy="Look at your device…"
        onClick={begin}
      />
      <div role="alert">
        {problem && (
          <p className="summary" tabIndex={-1} ref={line}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
