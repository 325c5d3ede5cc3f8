import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { billing } from "../texts/en/billing.js";
import { pricing as english } from "../texts/en/pricing.js";
import { useTexts } from "../texts/use-texts.js";
import { hasPeriod, useFormat } from "./format.js";
import { SubscriptionLine } from "./SubscriptionLine.js";
import type { Product } from "./types.js";
import { useBillingPaths } from "./use-billing-paths.js";
import type { Plan, PricingState } from "./use-pricing.js";

/** The properties of `PlanCard`. */
export interface PlanCardProps {
  readonly plan: Plan;
  readonly state: Pick<PricingState, "isAllowed" | "busy" | "waitSeconds" | "choose">;
}

/** A plan: name, price, description, and the button. */
export function PlanCard({ plan, state }: PlanCardProps): ReactElement {
  const texts = useTexts("pricing", english);
  const format = useFormat();
  const { product, subscription } = plan;
  const { trial } = product;
  return (
    <li className="kh-plan" data-current={subscription !== null}>
      <h2 className="kh-subtitle">
        {product.name}{" "}
        {subscription && (
          <span className="kh-tag" data-tone="good">
            {texts.current}
          </span>
        )}
      </h2>
      <PlanPrice product={product} />
      {product.description && <p className="kh-soft kh-description">{product.description}</p>}
      {trial && !subscription && <p className="kh-meta">{texts.trial(format.duration(trial.count, trial.interval))}</p>}
      {subscription && <SubscriptionLine subscription={subscription} />}
      <PlanButton plan={plan} state={state} />
    </li>
  );
}

/** The price in large digits, and further prices below, e.g. per unit of a meter. */
export function PlanPrice({ product }: { readonly product: Product }): ReactElement {
  const { atCheckout } = useTexts("billing", billing);
  const format = useFormat();
  const [first, ...others] = product.prices;
  if (!first) return <p className="kh-price">{atCheckout}</p>;
  return (
    <p className="kh-price">
      <strong>{format.price(first)}</strong> {hasPeriod(first) && <span>{format.period(product)}</span>}
      {others.map((price, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: prices have no id, and keep their order.
        <span className="kh-more-price" key={place}>
          + {format.price(price)}
        </span>
      ))}
    </p>
  );
}

function PlanButton({ plan, state }: PlanCardProps): ReactElement | null {
  const { Link } = useUI();
  const { billing: manage } = useBillingPaths();
  const texts = useTexts("pricing", english);
  const { product, subscription, action } = plan;
  const { name, slug } = product;
  if (subscription)
    return (
      <Link className="kh-button kh-quiet" href={manage}>
        <span aria-hidden="true">{texts.manage}</span>
        <span className="kh-unseen">{texts.manageName(name)}</span>
      </Link>
    );
  if (action === "none" || !state.isAllowed) return null;
  const [label, nameOf] = wordsOf(texts, plan);
  return (
    <Button
      label={label}
      name={nameOf(name)}
      busyLabel={texts.opening}
      isBusy={state.busy === slug}
      waitSeconds={state.waitSeconds}
      onClick={() => state.choose(plan)}
    />
  );
}

/** The label of the button, and the accessible name. */
function wordsOf(texts: typeof english, { action, product }: Plan): readonly [string, (name: string) => string] {
  if (action === "switch") return [texts.switch, texts.switchTo];
  return product.interval === null ? [texts.buy, texts.buyName] : [texts.choose, texts.chooseName];
}
