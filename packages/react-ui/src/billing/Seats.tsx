import { type ComponentType, type ReactElement, useState } from "react";
import { seats as english } from "../texts/en/seats.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import { useFormat } from "./format.js";
import type { SeatsDialogProps } from "./SeatsDialog.js";
import { canChangeSeats, useSeatKind } from "./seat-kind.js";
import type { BillingOwner, Subscription } from "./types.js";

/** The properties of `Seats`. */
export interface SeatsProps {
  readonly owner: BillingOwner;
  readonly subscription: Subscription;
}

/** The dialog was not loaded. */
const offline = { code: "NETWORK_ERROR", message: "", status: 0, statusText: "" };

/** The seats of a subscription: the number, and its change where the organization buys a number. */
export function Seats({ owner, subscription }: SeatsProps): ReactElement {
  const texts = useTexts("seats", english);
  const sentenceOf = useErrorText();
  const format = useFormat();
  const kind = useSeatKind(subscription);
  const [Dialog, setDialog] = useState<ComponentType<SeatsDialogProps> | null>(null);
  const [result, setResult] = useState("");
  const shown = format.units(subscription.seats ?? 0);
  const close = () => setDialog(null);
  function ask(): void {
    setResult("");
    // The first change loads the dialog.
    import("../later.js").then(
      ({ SeatsDialog }) => setDialog(() => SeatsDialog),
      () => setResult(sentenceOf(offline)),
    );
  }
  function done(): void {
    close();
    setResult(texts.changed);
  }
  return (
    <>
      <p className="kh-meta">
        <span>{kind === "members" ? texts.ofMembers(shown) : texts.seats(shown)}</span>{" "}
        {canChangeSeats(owner, kind, subscription) && (
          <button className="kh-link" type="button" onClick={ask}>
            <span aria-hidden="true">{texts.change}</span>
            <span className="kh-unseen">{texts.changeOf(subscription.name)}</span>
          </button>
        )}
      </p>
      <p className="kh-result" role="status">
        {result}
      </p>
      {Dialog && <Dialog subscription={subscription} done={done} close={close} />}
    </>
  );
}
