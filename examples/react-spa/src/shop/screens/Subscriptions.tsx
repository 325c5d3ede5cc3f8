import type { SubscriptionView } from "../../../shared/shop.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { dateText, intervalText, moneyText, numberText } from "../format.ts";
import { ListTable } from "../parts/ListTable.tsx";
import { Read } from "../parts/Read.tsx";
import type { Column } from "../parts/Table.tsx";
import { Tag } from "../parts/Tag.tsx";
import { useShop } from "../use-shop.ts";
import { subscriptionStatus } from "../words.ts";

const columns: readonly [Column<SubscriptionView>, ...Column<SubscriptionView>[]] = [
  { label: "Customer", cell: ({ customer }) => customer, sortBy: ({ customer }) => customer },
  { label: "Plan", cell: ({ product }) => product },
  { label: "Status", cell: ({ status, isEnding }) => <Tag {...subscriptionStatus(status, isEnding)} />, isMain: true },
  {
    label: "Period ends",
    cell: ({ periodEnd, status }) => (periodEnd && status !== "canceled" ? dateText(periodEnd) : "Over"),
  },
  {
    label: "Seats",
    cell: ({ seats }) => (seats === null ? "–" : numberText(seats)),
    isNumber: true,
  },
  { label: "Price", cell: ({ price, interval }) => `${moneyText(price)} ${intervalText(interval)}`, isNumber: true },
];

export function Subscriptions({ user }: SignedIn) {
  const reading = useShop<readonly SubscriptionView[]>("/api/shop/subscriptions", { userId: user.id });
  return (
    <Read title="Subscriptions" lead="Who pays again, and for what." reading={reading} empty="No subscriptions yet">
      {(subscriptions) => (
        <ListTable
          caption="Subscriptions"
          rows={subscriptions}
          columns={columns}
          textOf={({ customer, product }) => `${customer} ${product}`}
          filter={{ label: "Plan", valueOf: ({ product }) => product }}
        />
      )}
    </Read>
  );
}
