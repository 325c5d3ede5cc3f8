import { meter } from "@keyhold/billing-schema";
import type { EventCreate } from "@keyhold/billing-schema/requests";
import type { BillingProvider } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import type { CustomerSearch } from "./find-customer.js";
import { dateText } from "./map/time.js";
import type { StripeMeter } from "./objects.js";
import type { MeterEventParams } from "./params.js";
import { decoded, pagesOf, type Read, type Wire } from "./wire.js";

/**
 * Sends usage, an event after another: Stripe takes single events. An event with a known `externalId` is counted once.
 * Throws for the first event that is refused, with its place; the events before it are sent.
 */
export const usageOf = (wire: Wire, search: CustomerSearch): BillingProvider["usage"] => ({
  ingest: async (events) => {
    const customers = new Map<string, string>();
    let duplicates = 0;
    for (const [index, event] of events.entries()) {
      const fields = await paramsOf(search, customers, { event, index });
      const request = { method: "POST", path: "/v1/billing/meter_events", fields } as const;
      await wire.sendInBackground(request).catch((error: unknown) => {
        if (!isDuplicate(error)) throw placed(error, index);
        duplicates += 1;
      });
    }
    return { inserted: events.length - duplicates, duplicates };
  },
});

interface Placed {
  readonly event: EventCreate;
  readonly index: number;
}

async function paramsOf(
  search: CustomerSearch,
  customers: Map<string, string>,
  { event, index }: Placed,
): Promise<MeterEventParams> {
  const { name, externalId, timestamp, metadata = {} } = event;
  const value = metadata.value ?? metadata.units ?? 1;
  return {
    event_name: name,
    payload: { stripe_customer_id: await customerOf(search, customers, { event, index }), value: String(value) },
    ...(typeof externalId === "string" && { identifier: externalId }),
    ...(timestamp instanceof Date && { timestamp: Math.floor(timestamp.getTime() / 1000) }),
  };
}

async function customerOf(
  search: CustomerSearch,
  customers: Map<string, string>,
  { event, index }: Placed,
): Promise<string> {
  if ("customerId" in event && typeof event.customerId === "string") return event.customerId;
  const owner = String(Object(event).externalCustomerId);
  const id = customers.get(owner) ?? (await search.byOwner(owner))?.object.id;
  if (id === undefined) {
    const issues = [{ path: ["events", index, "external_customer_id"], message: "The owner has no customer." }];
    throw new BillingProviderError("usage.ingest", { reason: "invalid", issues });
  }
  customers.set(owner, id);
  return id;
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof BillingProviderError && error.issues.some(({ message }) => /already exists with id/i.test(message));

/** The error of an event, with the place of the event in the paths. */
function placed(error: unknown, index: number): unknown {
  if (!(error instanceof BillingProviderError) || error.reason !== "invalid") return error;
  const { reason, status } = error;
  const given = error.issues.length > 0 ? error.issues : [{ path: [], message: "is refused" }];
  const issues = given.map(({ path, message }) => ({ path: ["events", index, ...path], message }));
  return new BillingProviderError("usage.ingest", { reason, status, issues, cause: error });
}

/** The provider's meters. */
export function metersOf(wire: Wire): BillingProvider["meters"] {
  const map = ({ object, readAt }: Read<StripeMeter>) =>
    decoded(meter, {
      id: object.id,
      created_at: dateText(object.created),
      modified_at: readAt,
      name: object.display_name,
      metadata: {},
      filter: { conjunction: "and", clauses: [{ property: "name", operator: "eq", value: object.event_name }] },
      aggregation:
        object.default_aggregation.formula === "count" ? { func: "count" } : { func: "sum", property: "units" },
    });
  const pages = pagesOf(wire, { path: "/v1/billing/meters" }, map);
  return { list: (query = {}) => pages(query) };
}
