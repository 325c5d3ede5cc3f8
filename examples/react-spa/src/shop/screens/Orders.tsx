import type { OrderView } from "../../../shared/shop.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { usePage } from "../../page/page.ts";
import { dateText, moneyText } from "../format.ts";
import { CopyId } from "../parts/CopyId.tsx";
import { ListTable } from "../parts/ListTable.tsx";
import {
  customerColumn,
  dateColumn,
  productColumn,
  reasonColumn,
  statusColumn,
  totalColumn,
} from "../parts/order-columns.tsx";
import { Read } from "../parts/Read.tsx";
import { Refund } from "../parts/Refund.tsx";
import { useShop } from "../use-shop.ts";
import { orderStatus, reasonText } from "../words.ts";

const columns = [productColumn, customerColumn, reasonColumn, dateColumn, statusColumn, totalColumn] as const;

export function Orders({ user }: SignedIn) {
  const reading = useShop<readonly OrderView[]>("/api/shop/orders", { userId: user.id });
  return (
    <Read title="Orders" lead="Purchases and renewals, with taxes." reading={reading} empty="No orders yet">
      {(orders) => (
        <ListTable
          caption="Orders"
          rows={orders}
          columns={[...columns]}
          textOf={({ product, customer, id }) => `${product} ${customer} ${id}`}
          filter={{ label: "Status", valueOf: ({ status }) => orderStatus(status).text }}
          details={(order) => <OrderDetails order={order} changed={reading.refetch} />}
        />
      )}
    </Read>
  );
}

interface OrderDetailsProps {
  readonly order: OrderView;
  readonly changed: () => Promise<void>;
}

function OrderDetails({ order, changed }: OrderDetailsProps) {
  const { hasGuests } = usePage();
  return (
    <>
      <OrderFacts {...order} />
      {hasGuests && order.status === "paid" && order.total.amount > 0 && <Refund id={order.id} changed={changed} />}
    </>
  );
}

const OrderFacts = ({ id, reason, total, refundedAmount, createdAt }: OrderView) => (
  <dl className="row-facts">
    <dt>Order</dt>
    <dd>
      <CopyId id={id} />
    </dd>
    <dt>Reason</dt>
    <dd>{reasonText(reason)}</dd>
    <dt>Date</dt>
    <dd>{dateText(createdAt)}</dd>
    <dt>Refunded</dt>
    <dd>{refundedAmount > 0 ? moneyText({ ...total, amount: refundedAmount }) : "No"}</dd>
  </dl>
);
