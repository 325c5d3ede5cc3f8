import { checkout } from "@keyhold/billing-schema";
import type { CheckoutCreate } from "@keyhold/billing-schema/requests";
import type { ProviderCheckouts, ProviderCustomers } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import { checkoutWire } from "./map/checkout.js";
import type { StripeCheckoutSession, StripePrice } from "./objects.js";
import type { CheckoutParams } from "./params.js";
import { priceOf } from "./products.js";
import { unsupported } from "./unsupported.js";
import { decoded, read, type Wire } from "./wire.js";

const path = "/v1/checkout/sessions";
const expand = ["line_items"];

/** The provider's checkouts. */
export const checkoutsOf = (wire: Wire, customers: ProviderCustomers): ProviderCheckouts => ({
  create: async (given) => {
    const [product = "", ...others] = given.products;
    if (others.length > 0)
      throw unsupported("checkouts.create", "products", "A checkout of Stripe sells all its products.");
    refuseOthers(given);
    const price = await priceOf(wire, product, "products");
    const customer = await customerIdFor(customers, given);
    const fields = paramsOf(given, price, customer);
    return decoded(checkout, checkoutWire(await read<StripeCheckoutSession>(wire, { method: "POST", path, fields })));
  },
  get: async (id) => {
    const request = { method: "GET", path: `${path}/{id}`, id, fields: { expand } } as const;
    return decoded(checkout, checkoutWire(await read<StripeCheckoutSession>(wire, request)));
  },
});

const mapped: readonly string[] = [
  "products",
  "metadata",
  "discountId",
  "allowDiscountCodes",
  "seats",
  "successUrl",
  "returnUrl",
  "allowTrial",
  "trialInterval",
  "trialIntervalCount",
  "customerId",
  "externalCustomerId",
] satisfies readonly (keyof CheckoutCreate)[];

/** A value that has no effect at Stripe must not be dropped without a word. */
function refuseOthers(given: CheckoutCreate): void {
  const other = Object.entries(given).find(([name, value]) => !mapped.includes(name) && value !== undefined);
  if (!other || other[1] === null) return;
  const name = other[0].replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  throw unsupported("checkouts.create", name, "Stripe has no such parameter.");
}

/** A purchase has its owner before it is paid: without a customer, a customer without an address is made. */
async function customerIdFor(
  customers: ProviderCustomers,
  { customerId, externalCustomerId }: CheckoutCreate,
): Promise<string> {
  if (typeof customerId === "string") return customerId;
  if (typeof externalCustomerId !== "string") {
    throw unsupported("checkouts.create", "customer_id", "A checkout needs its customer.");
  }
  const known = await customers.byOwner(externalCustomerId);
  if (known) return String(known.id);
  const made = await customers
    // Stripe asks the buyer for the address.
    .create({ externalId: externalCustomerId } as Parameters<ProviderCustomers["create"]>[0])
    .catch(async (error: unknown) => {
      const other = isConflict(error) ? await customers.byOwner(externalCustomerId) : null;
      if (other === null) throw error;
      return other;
    });
  return String(made.id);
}

const isConflict = (error: unknown): boolean => error instanceof BillingProviderError && error.reason === "conflict";

function paramsOf(given: CheckoutCreate, price: StripePrice, customer: string): CheckoutParams {
  const { externalCustomerId, discountId, allowDiscountCodes = true, successUrl, returnUrl, seats } = given;
  const metadata = Object.fromEntries(Object.entries(given.metadata ?? {}).map(([key, value]) => [key, String(value)]));
  const isMetered = price.recurring?.usage_type === "metered";
  const trialDays = trialDaysOf(given);
  return {
    mode: price.recurring ? "subscription" : "payment",
    customer,
    ...(isReference(externalCustomerId) && { client_reference_id: externalCustomerId }),
    line_items: [{ price: price.id, ...(!isMetered && { quantity: seats ?? 1 }) }],
    ...(typeof successUrl === "string" && {
      success_url: successUrl.replaceAll("{CHECKOUT_ID}", "{CHECKOUT_SESSION_ID}"),
    }),
    ...(typeof returnUrl === "string" && { cancel_url: returnUrl }),
    // Stripe takes a discount or the buyer's code, not both.
    ...(typeof discountId === "string"
      ? { discounts: [{ coupon: discountId }] }
      : { allow_promotion_codes: allowDiscountCodes === true }),
    metadata,
    ...(price.recurring
      ? { subscription_data: { metadata, ...(trialDays !== null && { trial_period_days: trialDays }) } }
      : { invoice_creation: { enabled: true, invoice_data: { metadata } } }),
    expand,
  };
}

/** Stripe takes 200 characters; the customer has the whole id. */
const isReference = (id: unknown): id is string => typeof id === "string" && id.length <= 200;

const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7 };

function trialDaysOf({ allowTrial, trialInterval, trialIntervalCount }: CheckoutCreate): number | null {
  if (allowTrial !== true || !trialInterval || !trialIntervalCount) return null;
  const days = daysOf[String(trialInterval)];
  if (days === undefined) throw unsupported("checkouts.create", "trial_interval", "Stripe counts a trial in days.");
  return days * trialIntervalCount;
}
