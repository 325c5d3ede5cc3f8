import { eventsIngest } from "@keyhold/billing-schema/requests";
import { invalid } from "../api-error.js";
import { bodyOf, type Call, ok, type Reply } from "../call.js";
import type { Values } from "../data/rows.js";
import { type Desk, emit } from "../desk.js";
import { customerBy } from "../sales/customers.js";

/** Counts usage. An event whose own id is known is a duplicate, and is not counted again. */
export function ingest(call: Call): Reply {
  const { desk, spelling } = call;
  const { events } = bodyOf(call, eventsIngest);
  for (const [index, event] of events.entries()) {
    const isUnknown = "customer_id" in event && !desk.store.find("customers", event.customer_id);
    const loc = ["body", "events", index, "customer_id"];
    if (isUnknown) throw invalid({ loc, msg: "Customer does not exist.", type: "value_error" });
  }
  const known = new Set(desk.store.all("usage").flatMap(({ external_id }) => external_id ?? []));
  const touched = new Set<string>();
  let inserted = 0;
  for (const event of events) {
    const id = event.external_id ?? null;
    if (id !== null && known.has(id)) continue;
    if (id !== null) known.add(id);
    inserted += 1;
    const customerId = insert(desk, event);
    if (customerId !== null) touched.add(customerId);
  }
  for (const id of touched) emit(desk, "customer.state_changed", id);
  return ok(spelling === "2025-05" ? { inserted } : { inserted, duplicates: events.length - inserted });
}

/** Keeps a usage event. Answers the id of its customer; null, if there is no such customer yet. */
function insert({ store, time }: Desk, event: Values): string | null {
  const external_customer_id = (event.external_customer_id ?? null) as string | null;
  const own = (event.customer_id ?? null) as string | null;
  const customer_id = own ?? customerBy(store, "external_id", external_customer_id)?.id ?? null;
  store.insert("usage", {
    name: String(event.name),
    timestamp: new Date(String(event.timestamp ?? time.now().toISOString())).toISOString(),
    customer_id,
    external_customer_id,
    external_id: (event.external_id ?? null) as string | null,
    metadata: (event.metadata ?? {}) as Values,
  });
  return customer_id;
}
