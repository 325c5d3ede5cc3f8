import { requireTime } from "./argument.js";

/** An ingested usage event, as meters read it. */
export interface MeterEvent {
  readonly name: string;
  readonly source: string;
  readonly timestamp: Date;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The properties of the event; every other name is looked up in the metadata. */
export type ReservedProperty = "name" | "source" | "timestamp";

const metadataPrefix = "metadata.";

/** True for a property of the event: the values have a single type. */
export function isReservedProperty(property: string): property is ReservedProperty {
  return property === "name" || property === "source" || property === "timestamp";
}

/**
 * The value of an event's property, `undefined` without the property. `timestamp` is in whole seconds since the epoch,
 * rounded down. A leading `metadata.` is removed once, and dots lead into nested objects: `a.b` is the property `b` of
 * the object `a`, never the key `a.b`. Only own properties count, and lists are not entered.
 */
export function readEventProperty(event: MeterEvent, property: string): unknown {
  if (property === "timestamp") return Math.floor(requireTime("event.timestamp", event.timestamp) / 1000);
  if (isReservedProperty(property)) return event[property];
  const path = property.startsWith(metadataPrefix) ? property.slice(metadataPrefix.length) : property;
  let value: unknown = event.metadata;
  for (const key of path.split(".")) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
