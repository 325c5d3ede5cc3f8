import type { CallError } from "@keyhold/client";
import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { Screen } from "../layout/Screen.tsx";
import { Time } from "../layout/Time.tsx";
import type { FinishedSignIn } from "./verify-factor.ts";

const { startRecovery, finishRecovery } = authClient.twoFactor;

interface RecoveryProps {
  /** After the answer of the call that finishes it; answers its error. */
  readonly finished: (answer: FinishedSignIn) => CallError | null;
  readonly back: () => void;
}

const errorTexts = {
  RECOVERY_NOT_STARTED: "The recovery was stopped: the link in the e-mail does that. Begin again if it was a mistake.",
  RECOVERY_TOO_EARLY: "The wait is not over yet.",
};

/** The way back in for a user who has lost the phone and the backup codes. */
export function Recovery({ finished, back }: RecoveryProps) {
  const [endsAt, setEndsAt] = useState<Date | null>(null);
  const { busy, result, act } = useActions();

  /** A second call answers the same end, without another email. */
  const start = (): Promise<boolean> =>
    act("start", {
      call: async () => {
        const { data, error } = await startRecovery();
        if (data) setEndsAt(data.endsAt);
        return error;
      },
      said: "",
    });

  const finish = (): Promise<boolean> =>
    act("finish", { call: async () => finished(await finishRecovery()), said: "", errorTexts });

  const isOver = endsAt !== null && endsAt <= new Date();
  return (
    <Screen
      title="Back in without a factor"
      lead="For users who have lost their phone and their backup codes. It takes a while, so that the owner of an account can stop an attacker."
    >
      <ol className="steps">
        <li>We send you an e-mail. Its link stops the recovery, and so does any device that is signed in.</li>
        <li>After the wait you sign in once more, and come back to this screen.</li>
        <li>Your second factor is removed, every device is signed out, and you set up a new one.</li>
      </ol>
      {endsAt && !isOver && (
        <p className="notice" role="status">
          <strong>The wait has begun.</strong> Sign in again after <Time at={endsAt} />, and come back here.
        </p>
      )}
      {isOver && (
        <Busy isBusy={busy === "finish"} label="Remove my second factor" busy="One moment…" onClick={finish} />
      )}
      {!endsAt && <Busy isBusy={busy === "start"} label="Begin, or go on" busy="One moment…" onClick={start} />}
      <ResultLine {...result} />
      <p className="aside">
        <button className="link" type="button" onClick={back}>
          I have a code after all
        </button>
      </p>
    </Screen>
  );
}
