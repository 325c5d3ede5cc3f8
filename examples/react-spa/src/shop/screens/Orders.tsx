import type { OrderView } from "../../../shared/shop.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import {
  customerColumn,
  dateColumn,
  productColumn,
  reasonColumn,
  statusColumn,
  totalColumn,
} from "../parts/order-columns.tsx";
import { Read } from "../parts/Read.tsx";
import { Table } from "../parts/Table.tsx";
import { useShop } from "../use-shop.ts";

const columns = [productColumn, customerColumn, reasonColumn, dateColumn, statusColumn, totalColumn] as const;

export function Orders({ user }: SignedIn) {
  const reading = useShop<readonly OrderView[]>("/api/shop/orders", { userId: user.id });
  return (
    <Read title="Orders" lead="Purchases and renewals, with taxes." reading={reading} empty="No orders yet">
      {(orders) => <Table caption="Orders" rows={orders} columns={[...columns]} />}
    </Read>
  );
}
