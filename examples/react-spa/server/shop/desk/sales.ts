import type { BillingProvider } from "@keyhold/billing";
import { refundCreate } from "@keyhold/billing-schema/requests";
import type { Buyer, TestBillingProvider } from "@keyhold/testing/billing-provider";
import type { catalogue, ProductKey } from "./catalogue.ts";
import { offices } from "./people.ts";
import { randomFrom } from "./random.ts";

/** The payments provider of this computer, and the calls of a merchant's server to it. */
export interface Seller {
  readonly desk: TestBillingProvider<typeof catalogue>;
  readonly provider: BillingProvider;
}

/** Opens a checkout, and pays it as its customer does. Answers the id of the order. */
export async function sell(
  { desk, provider }: Seller,
  product: ProductKey,
  buyer: Buyer & { readonly userId?: string },
  { seats }: { readonly seats?: number } = {},
): Promise<string> {
  const { userId, ...person } = buyer;
  const checkout = await provider.checkouts.create({
    products: [desk.products[product]],
    ...(userId !== undefined && { externalCustomerId: userId }),
    ...(seats !== undefined && { seats }),
  });
  await desk.pay(String(checkout.url), person);
  const { items } = await provider.orders.list({ limit: 100 });
  return items.find(({ checkoutId }) => checkoutId === checkout.id)?.id ?? "";
}

/** Refunds a part of an order, from 0 to 1. A whole refund also takes away what the order has unlocked. */
export async function refund({ desk, provider }: Seller, orderId: string, part: number): Promise<void> {
  const { netAmount, refundedAmount, subscriptionId } = await provider.orders.get(orderId);
  const body = refundCreate.encode({
    orderId,
    amount: Math.round((netAmount - refundedAmount) * part),
    reason: part === 1 ? "customer_request" : "satisfaction_guarantee",
    ...(part === 1 && !subscriptionId && { revokeBenefits: true }),
  });
  const response = await fetch(`${desk.origin}/v1/refunds/`, {
    method: "POST",
    headers: { authorization: `Bearer ${desk.accessToken}`, "polar-version": "2026-04" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The order was not refunded: ${response.status} ${await response.text()}`);
}

const dayMilliseconds = 86_400_000;

/** The cups of an office's machine on a day: fewer at weekends. The same for the same day. */
export function cupsOf(day: Date, machine: number): number {
  const random = randomFrom(Math.floor(day.getTime() / dayMilliseconds) * offices.length + machine);
  const isWeekend = [0, 6].includes(day.getUTCDay());
  return Math.round((isWeekend ? 6 : 42) + random() * (isWeekend ? 9 : 26));
}

/** The cups of all machines on a day. */
export const cupsOfAll = (day: Date): number => offices.reduce((sum, _, machine) => sum + cupsOf(day, machine), 0);
