import type { ReactElement } from "react";
import { Dialog } from "../parts/Dialog.js";
import { Form } from "../parts/Form.js";
import { shortName } from "../parts/short-name.js";
import { seats as english } from "../texts/en/seats.js";
import { useTexts } from "../texts/use-texts.js";
import type { Subscription } from "./types.js";
import { useSeatForm } from "./use-seat-form.js";

/** The properties of `SeatsDialog`. */
export interface SeatsDialogProps {
  readonly subscription: Subscription;
  /** Called after the change. */
  readonly done: () => void;
  readonly close: () => void;
}

/** Asks for the number of seats of a subscription. */
export function SeatsDialog({ subscription, done, close }: SeatsDialogProps): ReactElement {
  const texts = useTexts("seats", english);
  const form = useSeatForm(subscription, done);
  return (
    <Dialog title={texts.title(shortName(subscription.name))} close={close}>
      <Form form={form} submit={texts.save} submitting={texts.saving} />
    </Dialog>
  );
}
