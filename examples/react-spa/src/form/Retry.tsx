import { useState } from "react";
import { Busy } from "./Busy.tsx";

interface RetryProps {
  readonly kind?: "primary" | "quiet";
  readonly retry: () => Promise<void>;
}

/** The button that reads again after a failure. */
export function Retry({ kind = "primary", retry }: RetryProps) {
  const [isBusy, setBusy] = useState(false);

  async function tryAgain(): Promise<void> {
    setBusy(true);
    await retry();
    setBusy(false);
  }

  return <Busy kind={kind} isBusy={isBusy} label="Try again" busy="Trying…" onClick={tryAgain} />;
}
