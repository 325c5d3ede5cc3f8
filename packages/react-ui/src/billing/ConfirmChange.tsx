import type { ReactElement } from "react";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { shortName } from "../parts/short-name.js";
import { billing } from "../texts/en/billing.js";
import { pricing as english } from "../texts/en/pricing.js";
import { useTexts } from "../texts/use-texts.js";
import { hasPeriod, useFormat } from "./format.js";
import type { PlanChange } from "./use-plan-change.js";
import type { PricingState } from "./use-pricing.js";

/** The properties of `ConfirmChange`. */
export interface ConfirmChangeProps {
  readonly change: PlanChange;
  readonly state: Pick<PricingState, "busy" | "error" | "waitSeconds" | "dismiss">;
  readonly confirm: () => void;
}

/** The question before a change of the plan: what happens, when, and the new price. */
export function ConfirmChange({ change, state, confirm }: ConfirmChangeProps): ReactElement {
  const texts = useTexts("pricing", english);
  const { priceOf } = useTexts("billing", billing);
  const format = useFormat();
  const { from, to, proration } = change;
  const [price] = to.prices;
  return (
    <Dialog title={texts.changeTitle(shortName(from.name), shortName(to.name))} close={state.dismiss}>
      <p>{texts.changes[proration]}</p>
      {price && (
        <p>
          {texts.newPrice(hasPeriod(price) ? priceOf(format.price(price), format.period(to)) : format.price(price))}
        </p>
      )}
      <ErrorLine text={state.error} />
      <Button
        label={texts.switchTo(shortName(to.name))}
        busyLabel={texts.switching}
        isBusy={state.busy === "change"}
        waitSeconds={state.waitSeconds}
        onClick={confirm}
      />
    </Dialog>
  );
}
