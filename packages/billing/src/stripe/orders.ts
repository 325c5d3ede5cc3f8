import { order, type TolerantOrder } from "@keyhold/billing-schema";
import type { ProviderOrders } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import type { CustomerIdOf } from "./customer-id.js";
import { orderWire } from "./map/order.js";
import type { StripeInvoice } from "./objects.js";
import { decoded, emptyPage, pagesOf, type Read, read, type Wire } from "./wire.js";

const path = "/v1/invoices";

/** Null for an invoice without a customer. */
export const shownOrder = (given: Read<StripeInvoice>): TolerantOrder | null => {
  const wire = orderWire(given);
  return wire && decoded(order, wire);
};

export const readInvoice = (wire: Wire, id: string): Promise<Read<StripeInvoice>> =>
  read<StripeInvoice>(wire, { method: "GET", path: `${path}/{id}`, id, fields: { expand: ["customer"] } });

const notFound = (): BillingProviderError => new BillingProviderError("orders", { reason: "not-found" });

/** The provider's invoices, as orders. */
export function ordersOf(wire: Wire, customerIdOf: CustomerIdOf): ProviderOrders {
  const pages = pagesOf(wire, { path, fields: { expand: ["data.customer"] } }, shownOrder);
  return {
    get: async (id) => {
      const shown = shownOrder(await readInvoice(wire, id));
      if (!shown) throw notFound();
      return shown;
    },
    list: async ({ productBillingType, ...query } = {}) => {
      const customer = await customerIdOf(query);
      if (customer === null) return emptyPage;
      const page = await pages({ ...query, fields: { customer } });
      if (productBillingType === undefined) return page;
      const isRecurring = productBillingType === "recurring";
      return { ...page, items: page.items.filter(({ subscriptionId }) => (subscriptionId !== null) === isRecurring) };
    },
    invoice: async (id) => {
      const { invoice_pdf, hosted_invoice_url } = (await readInvoice(wire, id)).object;
      const url = invoice_pdf ?? hosted_invoice_url;
      // A draft has neither.
      if (!url) throw notFound();
      return { url };
    },
  };
}
