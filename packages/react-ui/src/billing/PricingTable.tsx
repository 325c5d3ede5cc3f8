import { type ReactElement, useId, useRef } from "react";
import { useUI } from "../context.js";
import { Bones } from "../parts/Bones.js";
import { Failed } from "../parts/Failed.js";
import { focusAfter } from "../parts/focus-after.js";
import { Result } from "../parts/Result.js";
import { RowBoundary } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { pricing as english } from "../texts/en/pricing.js";
import { useTexts } from "../texts/use-texts.js";
import { isGuest } from "../user/guest.js";
import { ConfirmChange } from "./ConfirmChange.js";
import { NotOffered } from "./NotOffered.js";
import { ForOwner } from "./owner.js";
import { PlanCard } from "./PlanCard.js";
import type { BillingOwner, BillingOwnerKind } from "./types.js";
import { useHasBilling } from "./use-has-billing.js";
import type { Proration } from "./use-plan-change.js";
import { type PlanInterval, type PricingState, usePricing } from "./use-pricing.js";

/** The properties of `PricingTable`. */
export interface PricingTableProps {
  /** Who buys: the user, or the active organization. Default "user". */
  readonly owner?: BillingOwnerKind;
  /**
   * How a change of the plan is paid: "prorate" with the next invoice, "invoice" at once, "next_period" without a charge
   * now, "reset" with a new period. The dialog before the change says so. Default "prorate".
   */
  readonly proration?: Proration;
  /**
   * The names of the products that are offered, e.g. `["team"]`. The present plan is shown in any case. Default: all
   * products that are sold to the owner.
   */
  readonly offers?: readonly string[];
}

/**
 * The plans of the app with their prices. The button opens the checkout; with a plan, it changes the plan after a
 * confirmation. A visitor sees the prices, and signs in first.
 *
 * @example <AuthUI client={authClient}><PricingTable /></AuthUI>
 */
export function PricingTable({ owner = "user", ...options }: PricingTableProps): ReactElement {
  const { client } = useUI();
  const hasBilling = useHasBilling();
  const { data, isPending } = client.useSession();
  if (hasBilling === null || isPending) return <Waiting />;
  if (!hasBilling) return <NotOffered />;
  if (!data || isGuest(data.user)) return <Table owner={null} {...options} />;
  return <ForOwner owner={owner}>{(known) => <Table key={data.user.id} owner={known} {...options} />}</ForOwner>;
}

interface TableProps extends Omit<PricingTableProps, "owner"> {
  readonly owner: BillingOwner | null;
}

function Table(props: TableProps): ReactElement {
  const state = usePricing(props);
  const texts = useTexts("pricing", english);
  const { isPending, error, retry } = state.loading;
  return (
    <div className="kh-pricing">
      <Screen title={texts.title}>
        {error && <Failed title={texts.failed} text={error} retry={retry} />}
        {isPending && <Bones />}
        {!error && !isPending && <Plans {...state} />}
      </Screen>
    </div>
  );
}

function Plans(state: PricingState): ReactElement {
  const { plans, interval, setInterval, isAllowed, change, error, done } = state;
  const texts = useTexts("pricing", english);
  const top = useRef<HTMLDivElement>(null);
  if (plans.length === 0) return <p className="kh-empty">{texts.empty}</p>;
  return (
    <>
      {interval !== null && <IntervalChoice value={interval} choose={setInterval} />}
      {!isAllowed && <p className="kh-notice">{texts.notAllowed}</p>}
      <ul className="kh-plans">
        {plans.map((plan) => (
          <RowBoundary key={plan.product.slug} of={plan}>
            <PlanCard plan={plan} state={state} />
          </RowBoundary>
        ))}
      </ul>
      <div ref={top} tabIndex={-1}>
        <Result error={change ? null : error} done={done} />
      </div>
      {change && <ConfirmChange change={change} state={state} confirm={() => focusAfter(state.confirm(), top)} />}
    </>
  );
}

interface IntervalChoiceProps {
  readonly value: PlanInterval;
  readonly choose: (interval: PlanInterval) => void;
}

/** Radio buttons, drawn as one control with two halves. */
function IntervalChoice({ value, choose }: IntervalChoiceProps): ReactElement {
  const texts = useTexts("pricing", english);
  const name = useId();
  return (
    <fieldset className="kh-halves">
      <legend className="kh-unseen">{texts.period}</legend>
      {(["month", "year"] as const).map((one) => (
        <label key={one}>
          <input
            className="kh-unseen"
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            onChange={() => choose(one)}
          />
          <span>{one === "month" ? texts.monthly : texts.yearly}</span>
        </label>
      ))}
    </fieldset>
  );
}
