import type { ReactElement } from "react";
import { Bones } from "../parts/Bones.js";
import { Button } from "../parts/Button.js";
import { Failed } from "../parts/Failed.js";
import { More } from "../parts/More.js";
import { Rows } from "../parts/Rows.js";
import { billing as english } from "../texts/en/billing.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import { useFormat } from "./format.js";
import type { Order } from "./types.js";
import type { BillingSettingsState } from "./use-billing-settings.js";

/** The orders of an owner, each with the invoice. */
export function Orders({ orders, busy, openInvoice }: BillingSettingsState): ReactElement {
  const texts = useTexts("billing", english);
  const sentenceOf = useErrorText();
  const { items, isPending, error, refetch } = orders;
  const isEmpty = items.length === 0;
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle">{texts.orders}</h2>
      {isEmpty && isPending && <Bones />}
      {isEmpty && error && <Failed title={texts.ordersFailed} text={sentenceOf(error)} retry={refetch} />}
      {isEmpty && !isPending && !error && <p className="kh-empty">{texts.noOrders}</p>}
      <ul className="kh-list">
        <Rows of={items}>
          {(order) => <Row order={order} isBusy={busy === order.id} open={() => openInvoice(order)} />}
        </Rows>
      </ul>
      {!isEmpty && <More {...orders} />}
    </section>
  );
}

interface RowProps {
  readonly order: Order;
  readonly isBusy: boolean;
  readonly open: () => void;
}

function Row({ order, isBusy, open }: RowProps): ReactElement {
  const texts = useTexts("billing", english);
  const { day, money } = useFormat();
  const { amount, currency, at, status } = order;
  const name = order.name ?? texts.unnamed;
  const date = at ? day(at) : "";
  return (
    <li>
      <div>
        <p className="kh-name">
          {name} <Tag status={status} />
        </p>
        <p className="kh-meta">
          {date}
          {amount !== null && currency !== null && ` · ${money(amount, currency)}`}
        </p>
      </div>
      {status !== "pending" && (
        <Button
          kind="quiet"
          isSmall
          label={texts.invoice}
          name={texts.invoiceOf(texts.orderOf(name, date))}
          busyLabel={texts.opening}
          isBusy={isBusy}
          onClick={open}
        />
      )}
    </li>
  );
}

function Tag({ status }: { readonly status: string }): ReactElement | null {
  const texts = useTexts("billing", english);
  const names: Readonly<Record<string, string>> = {
    refunded: texts.refunded,
    partially_refunded: texts.partlyRefunded,
    pending: texts.pending,
  };
  return Object.hasOwn(names, status) ? <span className="kh-tag">{names[status]}</span> : null;
}
