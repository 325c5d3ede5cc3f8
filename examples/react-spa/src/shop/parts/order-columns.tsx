import type { OrderView } from "../../../shared/shop.ts";
import { Time } from "../../layout/Time.tsx";
import { moneyText } from "../format.ts";
import { orderStatus, reasonText } from "../words.ts";
import type { Column } from "./Table.tsx";
import { Tag } from "./Tag.tsx";

export const productColumn: Column<OrderView> = {
  label: "Product",
  cell: ({ product }) => product,
  sortBy: ({ product }) => product,
};
export const customerColumn: Column<OrderView> = {
  label: "Customer",
  cell: ({ customer }) => customer,
  sortBy: ({ customer }) => customer,
};
export const reasonColumn: Column<OrderView> = { label: "Reason", cell: ({ reason }) => reasonText(reason) };
export const dateColumn: Column<OrderView> = {
  label: "Date",
  sortBy: ({ createdAt }) => createdAt,
  cell: ({ createdAt }) => <Time at={new Date(createdAt)} />,
};
export const statusColumn: Column<OrderView> = {
  label: "Status",
  cell: ({ status }) => <Tag {...orderStatus(status)} />,
};
export const totalColumn: Column<OrderView> = {
  label: "Total",
  cell: ({ total }) => moneyText(total),
  isNumber: true,
  isMain: true,
  sortBy: ({ total }) => total.amount,
};
