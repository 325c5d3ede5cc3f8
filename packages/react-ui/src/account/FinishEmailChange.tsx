import { type ReactElement, useRef } from "react";
import { Button } from "../parts/Button.js";
import { Failed } from "../parts/Failed.js";
import { focusAfter } from "../parts/focus-after.js";
import { Result } from "../parts/Result.js";
import { Told } from "../parts/Time.js";
import { useTime } from "../parts/use-time.js";
import { account as english } from "../texts/en/account.js";
import { useTexts } from "../texts/use-texts.js";
import { type FinishEmailChangeState, useFinishEmailChange } from "./use-finish-email-change.js";

/**
 * A change of the email address that waits for the new address: since when, what finishes it, and a button to undo or
 * cancel the change. Empty without a waiting change. Included in `ChangeEmail`.
 *
 * @example <AuthUI client={authClient}><FinishEmailChange /></AuthUI>
 */
export function FinishEmailChange(): ReactElement | null {
  const state = useFinishEmailChange();
  const { change, readError, retry, busy, error, done } = state;
  const texts = useTexts("account", english);
  const top = useRef<HTMLHeadingElement>(null);
  if (!change && !readError && !busy && !error && !done) return null;
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={top} tabIndex={-1}>
        {change ? texts.finishTitle : texts.changeTitle}
      </h2>
      {readError && <Failed title={texts.changeFailed} text={readError} retry={retry} />}
      {/* The button is removed with the change. */}
      {change && <Unfinished {...state} change={change} onCancel={() => focusAfter(state.cancel(), top)} />}
      <Result error={error} done={done} />
    </section>
  );
}

interface UnfinishedProps extends Pick<FinishEmailChangeState, "again" | "busy" | "waitSeconds"> {
  readonly change: NonNullable<FinishEmailChangeState["change"]>;
  readonly onCancel: () => void;
}

function Unfinished({ change, again, busy, waitSeconds, onCancel }: UnfinishedProps): ReactElement {
  const { state, oldEmail, newEmail, since, expiresAt } = change;
  const texts = useTexts("account", english);
  const write = useTime();
  const isHeld = state === "held";
  return (
    <>
      <p>
        <Told say={(time) => (isHeld ? texts.held : texts.pending)(oldEmail, newEmail, time(since))} />
      </p>
      <p className="kh-soft">
        {texts.finishBy(newEmail, expiresAt && write(expiresAt))}{" "}
        {isHeld ? texts.heldUntil(oldEmail) : texts.pendingUntil(oldEmail)}
      </p>
      {again && (
        <>
          <Button
            kind="quiet"
            isBusy={again.isBusy}
            waitSeconds={again.waitSeconds}
            label={texts.sendAgain}
            busyLabel={texts.sendAgain}
            onClick={again.send}
          />
          <Result error={again.error} done={again.done} />
        </>
      )}
      <Button
        kind="quiet"
        isBusy={busy === "cancel"}
        waitSeconds={waitSeconds}
        label={isHeld ? texts.undoChange : texts.cancelChange}
        busyLabel={texts.cancellingChange}
        onClick={onCancel}
      />
    </>
  );
}
