import { type ReactElement, type RefObject, useRef } from "react";
import { ForUsers } from "../account/ForUsers.js";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { focusAfter } from "../parts/focus-after.js";
import { Loaded } from "../parts/Loaded.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { Wide } from "../parts/Wide.js";
import { billing as english } from "../texts/en/billing.js";
import { useTexts } from "../texts/use-texts.js";
import { CancelDialog } from "./CancelDialog.js";
import { useFormat } from "./format.js";
import { NotOffered } from "./NotOffered.js";
import { Orders } from "./Orders.js";
import { ForOwner } from "./owner.js";
import { Seats } from "./Seats.js";
import { SubscriptionLine } from "./SubscriptionLine.js";
import type { BillingOwner, BillingOwnerKind, Subscription } from "./types.js";
import { useBillingPaths } from "./use-billing-paths.js";
import { type BillingSettingsState, useBillingSettings } from "./use-billing-settings.js";
import { useHasBilling } from "./use-has-billing.js";
import { portalAction } from "./use-portal.js";

/** The properties of `BillingSettings`. */
export interface BillingSettingsProps {
  /** The owner of the plan: the user, or the active organization. Default "user". */
  readonly owner?: BillingOwnerKind;
}

/**
 * The plan of the user, or of the active organization: renewal or end, change, cancellation, the page of the payments
 * provider, and the orders with their invoices. What a member may not do is not shown.
 *
 * @example <AuthUI client={authClient}><BillingSettings /></AuthUI>
 */
export function BillingSettings({ owner = "user" }: BillingSettingsProps): ReactElement {
  const hasBilling = useHasBilling();
  if (hasBilling === false) return <NotOffered />;
  return (
    <ForUsers>
      {() => <ForOwner owner={owner}>{(known) => (known.can("read") ? <Shown owner={known} /> : <Closed />)}</ForOwner>}
    </ForUsers>
  );
}

function Closed(): ReactElement {
  const { title, notAllowed } = useTexts("billing", english);
  return <Screen title={title} lead={notAllowed} />;
}

function Shown({ owner }: { readonly owner: BillingOwner }): ReactElement {
  const state = useBillingSettings(owner);
  const texts = useTexts("billing", english);
  const { asking, loading, isCustomer } = state;
  const top = useRef<HTMLHeadingElement>(null);
  return (
    <Wide>
      <Screen title={owner.name === null ? texts.title : texts.titleOf(shortName(owner.name))}>
        <Loaded loading={loading} failed={texts.failed}>
          <Subscriptions owner={owner} state={state} top={top} />
          {isCustomer && owner.can("portal") && <Portal state={state} />}
          <Orders {...state} />
        </Loaded>
      </Screen>
      {asking && <CancelDialog {...state} subscription={asking} confirm={() => focusAfter(state.cancel(), top)} />}
    </Wide>
  );
}

interface PartProps {
  readonly owner: BillingOwner;
  readonly state: BillingSettingsState;
  /** Gets the focus after a change that removes its button. */
  readonly top: RefObject<HTMLHeadingElement | null>;
}

function Subscriptions({ owner, state, top }: PartProps): ReactElement {
  const { Link } = useUI();
  const { pricing } = useBillingPaths();
  const texts = useTexts("billing", english);
  const { subscriptions, asking, error, done } = state;
  const isEmpty = subscriptions.length === 0;
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={top} tabIndex={-1}>
        {texts.plan}
      </h2>
      {isEmpty && <p className="kh-empty">{texts.none}</p>}
      <ul className="kh-list">
        <Rows of={subscriptions}>
          {(subscription) => <Row owner={owner} state={state} top={top} subscription={subscription} />}
        </Rows>
      </ul>
      {owner.can(isEmpty ? "checkout" : "change") && (
        <Link className={`kh-button ${isEmpty ? "kh-primary" : "kh-quiet"}`} href={pricing}>
          {isEmpty ? texts.choosePlan : texts.changePlan}
        </Link>
      )}
      <Result error={asking ? null : error} done={done} />
    </section>
  );
}

function Row({ owner, state, top, subscription }: PartProps & { readonly subscription: Subscription }): ReactElement {
  const texts = useTexts("billing", english);
  const format = useFormat();
  const { id, amount, currency, endsAt } = subscription;
  const name = subscription.name || texts.plan;
  return (
    <li>
      <div>
        <p className="kh-name">
          {name} <Tag {...subscription} />
        </p>
        {amount !== null && currency !== null && (
          <p className="kh-meta">
            {amount === 0 ? texts.free : texts.priceOf(format.money(amount, currency), format.period(subscription))}
          </p>
        )}
        <SubscriptionLine subscription={subscription} />
        {subscription.seats !== null && <Seats owner={owner} subscription={subscription} />}
      </div>
      {owner.can("cancel") &&
        (endsAt ? (
          <Button
            kind="quiet"
            isSmall
            label={texts.keep}
            name={texts.keepOf(name)}
            busyLabel={texts.keeping}
            isBusy={state.busy === id}
            onClick={() => focusAfter(state.keep(subscription), top)}
          />
        ) : (
          <Button
            kind="quiet"
            isSmall
            label={texts.cancel}
            name={texts.cancelOf(name)}
            busyLabel={texts.canceling}
            isBusy={false}
            onClick={() => state.askToCancel(subscription)}
          />
        ))}
    </li>
  );
}

function Tag({ isPastDue, isTrial, endsAt }: Subscription): ReactElement | null {
  const texts = useTexts("billing", english);
  if (isPastDue)
    return (
      <span className="kh-tag" data-tone="bad">
        {texts.pastDue}
      </span>
    );
  if (endsAt) return <span className="kh-tag">{texts.canceled}</span>;
  return isTrial ? (
    <span className="kh-tag" data-tone="good">
      {texts.trial}
    </span>
  ) : null;
}

function Portal({ state }: Pick<PartProps, "state">): ReactElement {
  const texts = useTexts("billing", english);
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle">{texts.payments}</h2>
      <p className="kh-soft">{texts.portalHint}</p>
      <Button
        kind="quiet"
        label={texts.portal}
        busyLabel={texts.opening}
        isBusy={state.busy === portalAction}
        waitSeconds={state.waitSeconds}
        onClick={state.openPortal}
      />
    </section>
  );
}
