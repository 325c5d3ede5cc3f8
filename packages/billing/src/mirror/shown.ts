import type { JsonObject } from "@keyhold/billing-schema";
import type { Context } from "@keyhold/core/plugin";
import {
  type BillingCustomerRow,
  balances,
  benefits,
  customers,
  grants,
  orders,
  products,
  subscriptions,
} from "./entities.js";
import type { AnyMirrored, CommonRow } from "./mirrored.js";
import { type ClientForm, clientForm, wiresOf } from "./read.js";

type Rows = readonly CommonRow[];
type Described = typeof products | typeof benefits;

/** Rows of a customer with the customer and, under `field`, the product or benefit of each. */
async function withDescription(
  ctx: Context,
  customer: BillingCustomerRow,
  { mirrored, rows, field, described }: { mirrored: AnyMirrored; rows: Rows; field: string; described: Described },
): Promise<ClientForm[]> {
  const idOf = (row: CommonRow) => (row as unknown as Readonly<Record<string, unknown>>)[`${field}Id`];
  const wires = await wiresOf(ctx, described, rows.map(idOf));
  return rows.map((row) => {
    const wire = wires.get(String(idOf(row)));
    return clientForm(mirrored, row, { ...customerInside(customer), ...(wire && { [field]: wire }) });
  });
}

const customerInside = ({ wire }: BillingCustomerRow): JsonObject => (wire ? { customer: wire } : {});

export const shownSubscriptions = (ctx: Context, customer: BillingCustomerRow, rows: Rows) =>
  withDescription(ctx, customer, { mirrored: subscriptions, rows, field: "product", described: products });

export const shownOrders = (ctx: Context, customer: BillingCustomerRow, rows: Rows) =>
  withDescription(ctx, customer, { mirrored: orders, rows, field: "product", described: products });

export const shownGrants = (ctx: Context, customer: BillingCustomerRow, rows: Rows) =>
  withDescription(ctx, customer, { mirrored: grants, rows, field: "benefit", described: benefits });

/** Balances; `id` is the mirror's, where the provider has not said its own. */
export const shownBalances = (customer: BillingCustomerRow, rows: Rows): ClientForm[] =>
  rows.map((row) => clientForm(balances, row, customerInside(customer)));

export const shownCustomer = (customer: BillingCustomerRow): ClientForm => clientForm(customers, customer);
