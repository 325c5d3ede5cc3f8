import type { OverviewView } from "../../../shared/shop.ts";
import { overviewPath } from "../../../shared/shop.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { Empty } from "../../layout/Empty.tsx";
import { Link } from "../../router.tsx";
import { moneyText, numberText } from "../format.ts";
import { Feed } from "../parts/Feed.tsx";
import { Figure } from "../parts/Figure.tsx";
import { customerColumn, productColumn, totalColumn } from "../parts/order-columns.tsx";
import { Read } from "../parts/Read.tsx";
import { Table } from "../parts/Table.tsx";
import { Usage } from "../parts/Usage.tsx";
import { useShop } from "../use-shop.ts";

const pauseMilliseconds = 4000;

export function Dashboard({ user }: SignedIn) {
  const options = { userId: user.id, everyMilliseconds: pauseMilliseconds };
  const reading = useShop<OverviewView>(overviewPath, options);
  const lead = reading.data ? `${reading.data.organization}, the last 30 days` : "The last 30 days";
  return (
    <Read title="Dashboard" lead={lead} reading={reading}>
      {(overview) => (
        <>
          <Figures {...overview} />
          {overview.usage && <Usage {...overview.usage} />}
          <div className="shop-halves">
            <section className="shop-card" aria-labelledby="newest-orders">
              <h2 id="newest-orders">Newest orders</h2>
              {overview.orders.length === 0 ? (
                <Empty title="No orders yet." text="They appear as soon as a webhook reports them." />
              ) : (
                <Table
                  caption="Newest orders"
                  rows={overview.orders}
                  columns={[productColumn, customerColumn, totalColumn]}
                />
              )}
              <p>
                <Link href="/shop/orders">All orders</Link>
              </p>
            </section>
            <section className="shop-card" aria-labelledby="activity">
              <h2 id="activity">Activity</h2>
              {overview.activity.length === 0 ? (
                <Empty title="No activity yet." text="Sign-ins and purchases appear here." />
              ) : (
                <Feed activity={overview.activity} />
              )}
              <p>
                <Link href="/shop/activity">All activity</Link>
              </p>
            </section>
          </div>
        </>
      )}
    </Read>
  );
}

function Figures({ revenue, activeSubscriptions, customers, newCustomers }: OverviewView) {
  const [main, ...others] = revenue;
  return (
    <dl className="shop-figures">
      <Figure label="Revenue" note={<RevenueNote main={main} others={others} />}>
        {main ? moneyText(main) : "None yet"}
      </Figure>
      <Figure label="Active subscriptions">{numberText(activeSubscriptions)}</Figure>
      <Figure label="Customers" note={`${numberText(newCustomers)} of them new`}>
        {numberText(customers)}
      </Figure>
    </dl>
  );
}

type Revenue = OverviewView["revenue"][number];

/** The change since the 30 days before, and amounts of other currencies. */
function RevenueNote({ main, others }: { main: Revenue | undefined; others: readonly Revenue[] }) {
  if (!main) return "No order is paid yet";
  const change = main.before === 0 ? null : Math.round(((main.amount - main.before) / main.before) * 100);
  const texts = [
    ...(change === null ? [] : [`${Math.abs(change)}% ${change < 0 ? "less" : "more"} than in the 30 days before`]),
    ...others.map((money) => `and ${moneyText(money)}`),
  ];
  return texts.join(", ");
}
