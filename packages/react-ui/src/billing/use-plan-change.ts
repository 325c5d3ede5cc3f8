import { useState } from "react";
import { useUI } from "../context.js";
import type { Actions } from "../form/use-action.js";
import { billing } from "../texts/en/billing.js";
import { pricing as english } from "../texts/en/pricing.js";
import { useTexts } from "../texts/use-texts.js";
import type { Product, Subscription } from "./types.js";

/** When and how a change of the plan is paid. */
export type Proration = "prorate" | "invoice" | "next_period" | "reset";

/** A change that the user has to confirm. */
export interface PlanChange {
  readonly from: Subscription;
  readonly to: Product;
  readonly proration: Proration;
}

/** The change of a plan, with a confirmation. */
export interface PlanChangeState {
  /** Null: no question. */
  readonly change: PlanChange | null;
  readonly ask: (from: Subscription, to: Product) => void;
  readonly confirm: () => Promise<boolean>;
  readonly dismiss: () => void;
}

/** The question before a change of the plan, and the change. */
export function usePlanChange(proration: Proration, { run, reset }: Actions): PlanChangeState {
  const { client } = useUI();
  const texts = useTexts("pricing", english);
  const { codes } = useTexts("billing", billing);
  const [change, setChange] = useState<PlanChange | null>(null);

  async function confirm(): Promise<boolean> {
    if (!change) return false;
    const { from, to } = change;
    const isChanged = await run("change", {
      errors: codes,
      done: proration === "next_period" ? texts.switchesLater(to.name) : texts.switched(to.name),
      call: async () =>
        (await client.billing.subscription.change({ subscriptionId: from.id, slug: to.slug, proration })).error,
    });
    if (isChanged) setChange(null);
    return isChanged;
  }

  function ask(from: Subscription, to: Product): void {
    reset();
    setChange({ from, to, proration });
  }

  function dismiss(): void {
    reset();
    setChange(null);
  }

  return { change, ask, confirm, dismiss };
}
