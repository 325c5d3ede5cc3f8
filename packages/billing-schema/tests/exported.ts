import type { Entity, EventType, Mode } from "@keyhold/billing-schema";
import * as billing from "@keyhold/billing-schema";
import { eventData } from "../src/events/event-data.ts";
import type { Field } from "../src/schema/field.ts";

/** An untyped entity or event. */
export interface Codec {
  readonly name: string;
  readonly field: Field;
  decode(wire: unknown, mode: Mode): object;
  safeDecode(wire: unknown, mode: Mode): billing.Decoded<object>;
  encode(client: unknown, mode: Mode): object;
}

type AnyEntity = Entity<object, object, object>;

const isEntity = (value: unknown): value is AnyEntity =>
  typeof value === "object" && value !== null && "is" in value && "safeDecode" in value;

/** All exported values with codecs, so the tests cannot miss any. */
export const entities: readonly Codec[] = Object.values(billing).filter(isEntity).map(codecOf);

/** Every event, through the codec for all types. */
export const events: readonly Codec[] = billing.eventTypes.map((type) => ({
  name: type,
  field: eventField(type),
  decode: (wire, mode) => (mode === "strict" ? billing.decodeEvent(wire) : billing.decodeEvent(wire, { mode })),
  safeDecode: (wire, mode) =>
    mode === "strict" ? billing.safeDecodeEvent(wire) : billing.safeDecodeEvent(wire, { mode }),
  encode: (client, mode) =>
    mode === "strict"
      ? billing.encodeEvent(client as billing.BillingEvent)
      : billing.encodeEvent(client as billing.TolerantBillingEvent, { mode }),
}));

const dataOf = ({ name }: Codec): unknown => Reflect.get(eventData, name);

/** The first event of each kind of data. The events of a kind differ in the type only. */
export const eventsByData: readonly Codec[] = events.filter(
  (event, index) => events.findIndex((other) => dataOf(other) === dataOf(event)) === index,
);

export function eventField(type: EventType): Field {
  return billing.event(type, eventData[type] as AnyEntity);
}

function codecOf(of: AnyEntity): Codec {
  return {
    name: of.name,
    field: of,
    decode: (wire, mode) => (mode === "strict" ? of.decode(wire) : of.decode(wire, { mode })),
    safeDecode: (wire, mode) => (mode === "strict" ? of.safeDecode(wire) : of.safeDecode(wire, { mode })),
    encode: (client, mode) => (mode === "strict" ? of.encode(client as object) : of.encode(client as object, { mode })),
  };
}
