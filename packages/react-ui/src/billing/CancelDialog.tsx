import type { ReactElement } from "react";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { shortName } from "../parts/short-name.js";
import { billing as english } from "../texts/en/billing.js";
import { useTexts } from "../texts/use-texts.js";
import { useFormat } from "./format.js";
import type { Subscription } from "./types.js";
import type { BillingSettingsState } from "./use-billing-settings.js";

/** The properties of `CancelDialog`. */
export interface CancelDialogProps extends Pick<BillingSettingsState, "busy" | "error" | "waitSeconds" | "dismiss"> {
  readonly subscription: Subscription;
  readonly confirm: () => void;
}

/** The question before a cancellation: what stays, and until when. */
export function CancelDialog(props: CancelDialogProps): ReactElement {
  const { subscription, busy, error, waitSeconds, dismiss, confirm } = props;
  const texts = useTexts("billing", english);
  const { day } = useFormat();
  const { name, periodEnd } = subscription;
  return (
    <Dialog title={texts.cancelTitle(shortName(name || texts.plan))} cancel={texts.stay} close={dismiss}>
      <p>{periodEnd ? texts.cancelText(day(periodEnd)) : texts.cancelTextNoDate}</p>
      <ErrorLine text={error} />
      <Button
        kind="danger"
        label={texts.cancel}
        busyLabel={texts.canceling}
        isBusy={busy === "cancel"}
        waitSeconds={waitSeconds}
        onClick={confirm}
      />
    </Dialog>
  );
}
