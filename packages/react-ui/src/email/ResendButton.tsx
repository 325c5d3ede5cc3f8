import type { ReactElement } from "react";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import type { SendAgain } from "./use-verify-email.js";

/** The properties of `ResendButton`. */
export interface ResendButtonProps {
  readonly again: SendAgain;
  readonly label: string;
}

/** The button of `useResend`, and its result. */
export function ResendButton({ again, label }: ResendButtonProps): ReactElement {
  const { sending } = useTexts("common", common);
  return (
    <div className="kh-emailed-code">
      <Button
        kind="quiet"
        label={label}
        busyLabel={sending}
        isBusy={again.isBusy}
        waitSeconds={again.waitSeconds}
        onClick={again.send}
      />
      <ErrorLine text={again.error} />
      <p className={again.done ? "kh-result" : undefined} role="status">
        {again.done}
      </p>
    </div>
  );
}
