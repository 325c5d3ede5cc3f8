import { meterBalance, meteredAmount, quantityOf } from "@keyhold/billing-schema/rules";
import type { CustomerRow, MeterRow, SubscriptionRow, UsageRow } from "../data/rows.js";
import type { Store } from "../data/store.js";

type MeterRule = Parameters<typeof quantityOf>[0];

/** The terms of a metered price. */
type Terms = Parameters<typeof meteredAmount>[0];

/** How many units of a meter a customer used since a time. */
export function unitsOf(store: Store, customer: CustomerRow, meter: MeterRow, since: string | null = null): number {
  const events = store
    .all("usage")
    .filter((row) => isOf(customer, row) && (since === null || row.timestamp >= since))
    .map((row) => ({ name: row.name, source: "user", timestamp: new Date(row.timestamp), metadata: row.metadata }));
  return quantityOf(meter as unknown as MeterRule, events);
}

const isOf = ({ id, external_id }: CustomerRow, row: UsageRow): boolean =>
  row.customer_id === id || (external_id !== null && row.external_customer_id === external_id);

/** The units of a meter that grants credit to a customer. */
function creditsOf(store: Store, customer: CustomerRow, meter: MeterRow): number {
  const grants = store.all("grants").filter((row) => row.customer_id === customer.id && row.revoked_at === null);
  return grants.reduce((sum, { properties }) => {
    const isCredit = properties.last_credited_meter_id === meter.id;
    return isCredit ? sum + Number(properties.last_credited_units) : sum;
  }, 0);
}

/** When the present period of a customer's meter began: with the subscription that has the meter, if there is one. */
function periodStart(store: Store, customer: CustomerRow, meter: MeterRow): string | null {
  const starts = store
    .all("subscriptions")
    .filter(({ customer_id, status }) => customer_id === customer.id && status !== "canceled")
    .filter(({ product_id }) => countsIn(store, product_id, meter))
    .map(({ current_period_start }) => current_period_start);
  return starts.sort().at(-1) ?? null;
}

const countsIn = (store: Store, productId: string, meter: MeterRow): boolean => {
  const { prices, benefit_ids } = store.get("products", productId);
  const isCredited = benefit_ids.some((id) => store.get("benefits", id).properties.meter_id === meter.id);
  return isCredited || prices.some(({ meter_id }) => meter_id === meter.id);
};

export function balanceOf(store: Store, customer: CustomerRow, meter: MeterRow) {
  const consumed = unitsOf(store, customer, meter, periodStart(store, customer, meter));
  const { consumedUnits, creditedUnits, balance } = meterBalance([
    { kind: "credit", units: creditsOf(store, customer, meter), rollover: false },
    { kind: "usage", units: consumed },
  ]);
  return { consumed_units: consumedUnits, credited_units: creditedUnits, balance };
}

/** When a balance last changed: with an event, a credit or a period of the customer. */
export function changedAt(store: Store, customer: CustomerRow, meter: MeterRow): string {
  const isOwn = ({ customer_id }: { readonly customer_id: string }) => customer_id === customer.id;
  const events = store.all("usage").filter((row) => isOf(customer, row));
  const credits = creditGrants(store, customer, meter);
  const periods = store.all("subscriptions").filter((row) => isOwn(row) && countsIn(store, row.product_id, meter));
  const stamps = [customer, ...events, ...credits, ...periods].map((row) => row.modified_at ?? row.created_at);
  return stamps.sort().at(-1) ?? customer.created_at;
}

/** Whether a customer has used a meter, or has had credit on the meter: a balance stays when a credit ends. */
export const hasMeter = (store: Store, customer: CustomerRow, meter: MeterRow): boolean =>
  creditGrants(store, customer, meter).length > 0 || unitsOf(store, customer, meter) > 0;

const creditGrants = (store: Store, customer: CustomerRow, meter: MeterRow) =>
  store
    .all("grants")
    .filter((row) => row.customer_id === customer.id && row.properties.last_credited_meter_id === meter.id);

/** The usage of a meter in the present period of a subscription, and what it costs. */
export function meterUsage(store: Store, row: SubscriptionRow, meterId: string, terms: Terms) {
  const customer = store.get("customers", row.customer_id);
  const meter = store.get("meters", meterId);
  const consumed_units = unitsOf(store, customer, meter, row.current_period_start);
  const credited_units = creditsOf(store, customer, meter);
  return { consumed_units, credited_units, amount: meteredAmount(terms, consumed_units - credited_units) };
}
