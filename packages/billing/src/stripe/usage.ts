import { meter, type SchemaIssue } from "@keyhold/billing-schema";
import type { EventCreate } from "@keyhold/billing-schema/requests";
import type { BillingProvider } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import { StripeFault } from "./answer-error.js";
import type { CustomerSearch } from "./find-customer.js";
import { dateText } from "./map/time.js";
import type { StripeMeter } from "./objects.js";
import type { MeterEventParams } from "./params.js";
import { decoded, pagesOf, type Read, type Wire } from "./wire.js";

const maxRemembered = 10_000;

/**
 * Sends usage, an event after another: Stripe takes single events. An event with a known `externalId` is counted once.
 * Throws for the refused events, each with its place: if owners have no customer, before an event is sent, else after
 * the others are sent. An event that was sent is not posted again by a later call.
 */
export function usageOf(wire: Wire, search: CustomerSearch): BillingProvider["usage"] {
  // Of calls that have thrown.
  const sentBefore = new Set<string>();
  const post = (fields: MeterEventParams) =>
    wire.sendInBackground({ method: "POST", path: "/v1/billing/meter_events", fields });
  return {
    ingest: async (events) => {
      const sent: string[] = [];
      const issues: SchemaIssue[] = [];
      let duplicates = 0;
      try {
        for (const [index, fields] of (await paramsOfAll(search, events)).entries()) {
          const { identifier } = fields;
          const isNew = identifier === undefined || !sentBefore.has(identifier);
          const refused = isNew ? await post(fields).then(() => null, refusalOf) : duplicate;
          if (refused === duplicate) duplicates += 1;
          else if (refused) issues.push(...refused.map((issue) => placed(issue, index)));
          if (identifier !== undefined && (refused === null || refused === duplicate)) sent.push(identifier);
        }
        if (issues.length > 0) throw refusal(issues);
      } catch (error) {
        if (sentBefore.size + sent.length > maxRemembered) sentBefore.clear();
        for (const identifier of sent) sentBefore.add(identifier);
        throw error;
      }
      for (const identifier of sent) sentBefore.delete(identifier);
      return { inserted: events.length - duplicates, duplicates };
    },
  };
}

const refusal = (issues: readonly SchemaIssue[]): BillingProviderError =>
  new BillingProviderError("usage.ingest", { reason: "invalid", issues });

/** The parameters of all events. Throws for the events whose owners have no customer. */
async function paramsOfAll(
  search: CustomerSearch,
  events: readonly EventCreate[],
): Promise<readonly MeterEventParams[]> {
  const customers = new Map<string, string | null>();
  const found: MeterEventParams[] = [];
  const issues: SchemaIssue[] = [];
  for (const [index, event] of events.entries()) {
    const customer = await customerOf(search, customers, event);
    if (customer === null) issues.push(placed(noCustomer, index));
    else found.push(paramsOf(event, customer));
  }
  if (issues.length > 0) throw refusal(issues);
  return found;
}

const noCustomer: SchemaIssue = { path: ["external_customer_id"], message: "The owner has no customer." };

function paramsOf({ name, externalId, timestamp, metadata = {} }: EventCreate, customer: string): MeterEventParams {
  return {
    event_name: name,
    payload: { stripe_customer_id: customer, value: String(metadata.value ?? metadata.units ?? 1) },
    ...(typeof externalId === "string" && { identifier: externalId }),
    ...(timestamp instanceof Date && { timestamp: Math.floor(timestamp.getTime() / 1000) }),
  };
}

/** Null if the owner has no customer. Each owner is looked for once. */
async function customerOf(
  search: CustomerSearch,
  customers: Map<string, string | null>,
  event: EventCreate,
): Promise<string | null> {
  if ("customerId" in event && typeof event.customerId === "string") return event.customerId;
  const owner = String(Object(event).externalCustomerId);
  const known = customers.get(owner);
  if (known !== undefined) return known;
  const id = (await search.byOwner(owner))?.object.id ?? null;
  customers.set(owner, id);
  return id;
}

const duplicate = Symbol("duplicate");

/** Why Stripe refuses an event: the issues, or that it has counted the event before. Other failures are thrown. */
function refusalOf(error: unknown): readonly SchemaIssue[] | typeof duplicate {
  if (!(error instanceof BillingProviderError)) throw error;
  if (isDuplicate(error)) return duplicate;
  if (error.reason !== "invalid") throw error;
  return error.issues.length > 0 ? error.issues : [{ path: [], message: "is refused" }];
}

const isDuplicate = ({ cause, issues }: BillingProviderError): boolean =>
  (cause instanceof StripeFault && cause.code === "duplicate_meter_event") ||
  issues.some(({ message }) => /already exists with id/i.test(message));

/** An issue with the place of its event in the path. */
const placed = ({ path, message }: SchemaIssue, index: number): SchemaIssue => ({
  path: ["events", index, ...path],
  message,
});

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
