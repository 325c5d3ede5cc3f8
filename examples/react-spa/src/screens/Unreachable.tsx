import { useState } from "react";
import { Busy } from "../form/Busy.tsx";
import { Screen } from "../layout/Screen.tsx";

export function Unreachable({ lead, retry }: { lead: string; retry: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);

  async function tryAgain(): Promise<void> {
    setBusy(true);
    await retry();
    setBusy(false);
  }

  return (
    <Screen title="No connection" lead={lead}>
      <Busy isBusy={isBusy} label="Try again" busy="Trying…" onClick={tryAgain} />
    </Screen>
  );
}
