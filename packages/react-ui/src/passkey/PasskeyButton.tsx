import type { ReactElement } from "react";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Mark } from "../provider/Mark.js";
import type { PasskeyAction } from "./use-passkey-sign-in.js";

/** The properties of `PasskeyButton`. */
export interface PasskeyButtonProps {
  readonly action: Omit<PasskeyAction, "isOffered">;
  readonly label: string;
  readonly busyLabel: string;
  /** A short note on the button, e.g. "Last used". */
  readonly note?: string | undefined;
  readonly kind?: "primary" | "quiet";
}

/** A button that opens the passkey dialog of the browser, and the reason if that fails. */
export const PasskeyButton = ({
  action,
  label,
  busyLabel,
  note,
  kind = "primary",
}: PasskeyButtonProps): ReactElement => (
  <div className="kh-passkey">
    <Button
      kind={kind}
      icon={<Mark id="passkey" />}
      isBusy={action.isBusy}
      label={label}
      busyLabel={busyLabel}
      note={note}
      onClick={action.start}
    />
    <ErrorLine text={action.error} />
  </div>
);
