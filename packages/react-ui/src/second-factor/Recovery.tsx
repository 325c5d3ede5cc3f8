import type { CallError } from "@keyhold/react";
import { type ReactElement, useState } from "react";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Screen } from "../parts/Screen.js";
import { useTime } from "../parts/use-time.js";
import { factor as english } from "../texts/en/factor.js";
import { useTexts } from "../texts/use-texts.js";
import type { FinishedSignIn } from "./use-two-factor.js";

/** The properties of `Recovery`. */
export interface RecoveryProps {
  /** Takes the answer of the call that finishes the recovery; answers the error. */
  readonly finish: (answer: FinishedSignIn) => Promise<CallError | null>;
  readonly back: () => void;
}

/** The delayed recovery, for a user who has lost the phone and the backup codes. */
export function Recovery({ finish, back }: RecoveryProps): ReactElement {
  const { client } = useUI();
  const texts = useTexts("factor", english);
  const format = useTime();
  const [endsAt, setEndsAt] = useState<Date | null>(null);
  const { busy, error, run } = useAction();

  /** A second call answers the same end, without another email. */
  async function start(): Promise<CallError | null> {
    const { data, error: failed } = await client.twoFactor.startRecovery();
    if (data) setEndsAt(data.endsAt);
    return failed;
  }

  return (
    <Screen key="recovery" title={texts.recoveryTitle} lead={texts.recoveryLead}>
      <ol className="kh-steps">
        {texts.recoverySteps.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      {endsAt && (
        <p className="kh-notice" role="status">
          {texts.recoveryWait(format(endsAt))}
        </p>
      )}
      {/* The server knows the end: the clock of this device may be wrong. */}
      {endsAt && (
        <Button
          kind="quiet"
          label={texts.recoveryFinish}
          busyLabel={texts.recoveryBusy}
          isBusy={busy === "finish"}
          onClick={() =>
            run("finish", { call: async () => finish(await client.twoFactor.finishRecovery()), leaves: true })
          }
        />
      )}
      {!endsAt && (
        <Button
          label={texts.recoveryStart}
          busyLabel={texts.recoveryBusy}
          isBusy={busy === "start"}
          onClick={() => run("start", { call: start })}
        />
      )}
      <ErrorLine text={error} />
      <p className="kh-asides">
        <button className="kh-link" type="button" onClick={back}>
          {texts.haveCode}
        </button>
      </p>
    </Screen>
  );
}
