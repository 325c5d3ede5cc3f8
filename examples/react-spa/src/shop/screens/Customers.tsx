import type { CustomerView } from "../../../shared/shop.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { Time } from "../../layout/Time.tsx";
import { countryText, numberText } from "../format.ts";
import { Amounts } from "../parts/Amounts.tsx";
import { ListTable } from "../parts/ListTable.tsx";
import { Read } from "../parts/Read.tsx";
import type { Column } from "../parts/Table.tsx";
import { useShop } from "../use-shop.ts";

const columns: readonly [Column<CustomerView>, ...Column<CustomerView>[]] = [
  {
    label: "Customer",
    sortBy: ({ name }) => name,
    cell: ({ name, email }) => (
      <>
        <bdi>{name}</bdi>
        <span className="shop-note">{email}</span>
      </>
    ),
  },
  { label: "Country", cell: ({ country }) => countryText(country) },
  { label: "Since", cell: ({ createdAt }) => <Time at={new Date(createdAt)} /> },
  { label: "Orders", cell: ({ orders }) => numberText(orders), isNumber: true, sortBy: ({ orders }) => orders },
  { label: "Spent", cell: ({ spent }) => <Amounts amounts={spent} />, isNumber: true, isMain: true },
];

export function Customers({ user }: SignedIn) {
  const reading = useShop<readonly CustomerView[]>("/api/shop/customers", { userId: user.id });
  return (
    <Read
      title="Customers"
      lead="What each has spent, without taxes and less refunds."
      reading={reading}
      empty="No customers yet"
    >
      {(customers) => (
        <ListTable
          caption="Customers"
          rows={customers}
          columns={columns}
          textOf={({ name, email }) => `${name} ${email}`}
          filter={{ label: "Country", valueOf: ({ country }) => countryText(country) || "Unknown" }}
        />
      )}
    </Read>
  );
}
