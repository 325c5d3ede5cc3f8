import type { CallError } from "@keyhold/client";
import { useState } from "react";
import { Busy } from "../form/Busy.tsx";
import { inWords } from "../form/form-error.ts";

interface FailedProps {
  /** The missing data, as the start of a sentence. */
  readonly what: string;
  readonly error: CallError;
  readonly retry: () => Promise<void>;
}

/** Shown in place of data that could not be fetched. */
export function Failed({ what, error, retry }: FailedProps) {
  const [isBusy, setBusy] = useState(false);

  async function tryAgain(): Promise<void> {
    setBusy(true);
    await retry();
    setBusy(false);
  }

  return (
    <div className="empty" role="alert">
      <p className="name">{what} could not be fetched</p>
      <p className="soft">{error.code === "NETWORK_ERROR" ? "No connection to the server." : inWords(error)}</p>
      <Busy kind="quiet" isBusy={isBusy} label="Try again" busy="Trying…" onClick={tryAgain} />
    </div>
  );
}
