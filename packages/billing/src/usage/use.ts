import { type MeterRule, quantityOf } from "@keyhold/billing-schema/rules";
import { fingerprint, randomText } from "@keyhold/core/plugin";
import { places, type UsageMetadata, type UsageRow } from "./models.js";
import type { UsageEvent, UsageSettings } from "./options.js";

/** A use, as the app says it. */
export interface Use {
  readonly event: string;
  readonly units?: number | undefined;
  readonly metadata?: UsageMetadata | undefined;
  readonly key?: string | undefined;
}

/** The meter of an event, as the app declares it. */
export const meterOf = (name: string, { aggregation = "sum", field = "units" }: UsageEvent): MeterRule => ({
  filter: { conjunction: "and", clauses: [{ property: "name", operator: "eq", value: name }] },
  aggregation: aggregation === "count" ? { func: "count" } : { func: "sum", property: field },
});

/** The declaration of an event. Throws for another name. */
export function eventOf({ events }: UsageSettings, name: string): UsageEvent {
  const event = Object.hasOwn(events, name) ? events[name] : undefined;
  if (!event) throw new TypeError(`There is no event ${name}: see the option usage.events of billing().`);
  return event;
}

/** The row of a use. */
export function rowOf(settings: UsageSettings, owner: string, use: Use, now: Date): UsageRow {
  const { event, key = null } = use;
  const declared = eventOf(settings, event);
  const metadata = metadataOf(event, declared, use);
  const counted = { name: event, source: "user", timestamp: now, metadata };
  return {
    id: key === null ? randomText(43) : fingerprint(JSON.stringify([owner, event, key])),
    owner,
    event,
    key,
    metadata,
    meterId: declared.meter ?? null,
    units: declared.meter === undefined ? 0 : quantityOf(meterOf(event, declared), [counted]),
    batch: places.open,
    holding: null,
    reason: null,
    createdAt: now,
  };
}

/** The metadata with the units in the field of the meter. */
function metadataOf(
  name: string,
  { meter, aggregation = "sum", field = "units" }: UsageEvent,
  { units, metadata = {} }: Use,
): UsageMetadata {
  if (aggregation === "count") {
    if (units === undefined || units === 1) return metadata;
    throw new TypeError(`The meter of ${name} counts events: an event is one unit.`);
  }
  if (units !== undefined) return { ...metadata, [field]: units };
  return meter === undefined || Object.hasOwn(metadata, field) ? metadata : { ...metadata, [field]: 1 };
}

/** Whether a use would give units back. */
export function isCredit(settings: UsageSettings, { event, metadata }: Use): boolean {
  const { aggregation = "sum", field = "units" } = eventOf(settings, event);
  const units = metadata && Object.hasOwn(metadata, field) ? metadata[field] : 1;
  return aggregation === "sum" && !(typeof units === "number" && units > 0);
}
