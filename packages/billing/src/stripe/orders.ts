import { order, type TolerantOrder } from "@keyhold/billing-schema";
import type { ProviderOrders } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import type { CustomerIdOf } from "./customer-id.js";
import { orderWire } from "./map/order.js";
import type { StripeInvoice, StripeInvoiceLine, StripeList } from "./objects.js";
import { decoded, emptyPage, pagesOf, type Read, read, type Wire } from "./wire.js";

const path = "/v1/invoices";

/** Null for an invoice without a customer. */
export const shownOrder = (given: Read<StripeInvoice>): TolerantOrder | null => {
  const wire = orderWire(given);
  return wire && decoded(order, wire);
};

/** An invoice with all its lines. */
export const readInvoice = async (wire: Wire, id: string): Promise<Read<StripeInvoice>> =>
  withAllLines(
    wire,
    await read<StripeInvoice>(wire, { method: "GET", path: `${path}/{id}`, id, fields: { expand: ["customer"] } }),
  );

/** Stripe has only the first lines inside of an invoice: the others are read. */
async function withAllLines(wire: Wire, { object, readAt }: Read<StripeInvoice>): Promise<Read<StripeInvoice>> {
  const lines: StripeInvoiceLine[] = [...object.lines.data];
  for (let hasMore = object.lines.has_more; hasMore; ) {
    const fields = { limit: 100, starting_after: lines.at(-1)?.id };
    const request = { method: "GET", path: `${path}/{id}/lines`, id: object.id, fields } as const;
    const { object: page } = await read<StripeList<StripeInvoiceLine>>(wire, request);
    lines.push(...page.data);
    hasMore = page.has_more && page.data.length > 0;
  }
  return { object: { ...object, lines: { data: lines, has_more: false } }, readAt };
}

const notFound = (): BillingProviderError => new BillingProviderError("orders", { reason: "not-found" });

/** The provider's invoices, as orders. */
export function ordersOf(wire: Wire, customerIdOf: CustomerIdOf): ProviderOrders {
  const background = { ...wire, send: wire.sendInBackground };
  const invoices = pagesOf(
    wire,
    { path, fields: { expand: ["data.customer"] } },
    (given: Read<StripeInvoice>) => given,
  );
  const pages = async (query: Parameters<typeof invoices>[0]) => {
    const { items, pagination } = await invoices(query);
    const whole = await Promise.all(items.map((item) => withAllLines(background, item)));
    return { items: whole.map(shownOrder).filter((item) => item !== null), pagination };
  };
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
