import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { Dialog } from "../layout/Dialog.tsx";
import type { FactorPart } from "./part.ts";

interface TurnOffProps extends FactorPart {
  readonly isRequired: boolean;
}

/** Removes all second factors, after a question. */
export function TurnOff({ isRequired, changed }: TurnOffProps) {
  const [isAsking, setAsking] = useState(false);
  const { busy, result, act } = useActions();

  async function disable(): Promise<void> {
    // The dialog for the code, if one is needed, takes the place of this one.
    setAsking(false);
    const isDone = await act("off", {
      call: async () => (await authClient.twoFactor.disable({})).error,
      said: "",
    });
    if (isDone) await changed();
  }

  return (
    <section className="group">
      <h2>Turn off</h2>
      <p className="soft">
        For a new phone, too: turn it off here, then set it up again.{" "}
        {isRequired && "The rules of this app ask you for a new one at your next sign-in."}
      </p>
      <Busy kind="quiet" isBusy={busy !== null} label="Turn off…" busy="Turning off…" onClick={() => setAsking(true)} />
      <ResultLine {...result} />
      {isAsking && (
        <Dialog
          title="Turn off your second factor?"
          lead="Your password alone opens your account then. Codes, backup codes and trusted browsers end, and other devices are signed out."
          cancel="Keep it on"
          close={() => setAsking(false)}
        >
          <button className="button danger" type="button" onClick={disable}>
            Turn it off
          </button>
        </Dialog>
      )}
    </section>
  );
}
