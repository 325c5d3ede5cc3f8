import type { PortalView, SubscriptionView } from "../../shared/shop.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { Empty } from "../layout/Empty.tsx";
import { dateText, intervalText, moneyText, numberText } from "./format.ts";
import { dateColumn, productColumn, reasonColumn, statusColumn, totalColumn } from "./parts/order-columns.tsx";
import { Read } from "./parts/Read.tsx";
import { Table } from "./parts/Table.tsx";
import { Tag } from "./parts/Tag.tsx";
import { useShop } from "./use-shop.ts";
import { subscriptionStatus } from "./words.ts";

/** The portal of a customer: the own plan and the own orders. */
export function PortalArea({ signedIn: { user } }: { signedIn: SignedIn }) {
  const reading = useShop<PortalView>("/api/shop/portal", { userId: user.id });
  return (
    <Read title="Your purchases" lead="Your plan, and your orders with taxes." reading={reading}>
      {({ subscriptions, orders }) =>
        subscriptions.length === 0 && orders.length === 0 ? (
          <Empty title="No purchases yet" text="What you buy in the tea shop appears here." />
        ) : (
          <>
            <section className="shop-part" aria-labelledby="plan">
              <h2 id="plan">Your plan</h2>
              {subscriptions.length === 0 && <Empty title="No plan" text="A subscription of yours appears here." />}
              {subscriptions.map((subscription) => (
                <Plan key={subscription.id} {...subscription} />
              ))}
            </section>
            <section className="shop-part" aria-labelledby="orders">
              <h2 id="orders">Your orders</h2>
              {orders.length === 0 && <Empty title="No orders" text="What you buy in the tea shop appears here." />}
              {orders.length > 0 && (
                <Table
                  caption="Your orders"
                  rows={orders}
                  columns={[productColumn, reasonColumn, dateColumn, statusColumn, totalColumn]}
                />
              )}
            </section>
          </>
        )
      }
    </Read>
  );
}

const Plan = ({ product, description, status, isEnding, price, interval, periodEnd, meters }: SubscriptionView) => (
  <div className="shop-card shop-plan">
    <div>
      <h3>{product}</h3>
      {description && <p className="soft">{description}</p>}
    </div>
    <p className="value">
      {moneyText(price)} <span className="shop-note">{intervalText(interval)}</span>
    </p>
    <p>
      <Tag {...subscriptionStatus(status, isEnding)} />
    </p>
    <p className="shop-note">{periodText(status, isEnding, periodEnd)}</p>
    {meters.map(({ name, units, amount }) => (
      <p key={name} className="shop-note">
        {name}: {numberText(units)}, {moneyText({ amount, currency: price.currency })}
      </p>
    ))}
  </div>
);

function periodText(status: string, isEnding: boolean, periodEnd: string | null): string {
  if (!periodEnd) return "";
  if (status !== "active") return `The last period ended on ${dateText(periodEnd)}.`;
  return isEnding ? `It ends on ${dateText(periodEnd)}.` : `It renews on ${dateText(periodEnd)}.`;
}
