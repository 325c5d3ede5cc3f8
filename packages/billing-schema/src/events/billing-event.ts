import {
  type Decoded,
  type Entity,
  entity,
  type JsonObject,
  type Strictly,
  type Tolerantly,
} from "../schema/entity.js";
import { BillingSchemaError } from "../schema/error.js";
import type { UnknownValue } from "../schema/field.js";
import { essential, text } from "../schema/field.js";
import { type Mode, modeOf } from "../schema/mode.js";
import { type EventOf, envelopeFields, event, type TolerantEventOf } from "./event.js";
import { type EventData, eventData, type TolerantEventData } from "./event-data.js";

/** The name of a known event, e.g. "order.paid". */
export type EventType = keyof EventData;

/** An event of a known type. */
export type BillingEvent<Type extends EventType = EventType> = { [T in Type]: EventOf<T, EventData[T]> }[Type];
/** An event of a known type and any API version: unknown values and fields of the data stay. */
export type TolerantBillingEvent<Type extends EventType = EventType> = {
  [T in Type]: TolerantEventOf<T, TolerantEventData[T]>;
}[Type];

/**
 * An event of a type unknown to this version; the fields of the data are renamed by the rule and otherwise unchanged.
 */
export interface UnknownBillingEvent extends Omit<TolerantEventOf<string, unknown>, "type"> {
  readonly type: UnknownValue;
}

/** Every type, as data. */
export const eventTypes: readonly EventType[] = Object.keys(eventData).filter(isEventType);

/** True if this version knows the type. */
export function isEventType(type: unknown): type is EventType {
  return typeof type === "string" && Object.hasOwn(eventData, type);
}

type AnyEvent = Entity<JsonObject, BillingEvent, TolerantBillingEvent | UnknownBillingEvent>;

const codecs = new Map<EventType, AnyEvent>();

/** Made when the first event of a type arrives. */
function codecOf(type: EventType): AnyEvent {
  // The compiler cannot derive the entity from the type.
  const codec =
    codecs.get(type) ?? (event(type, eventData[type] as Entity<never, never, never>) as unknown as AnyEvent);
  codecs.set(type, codec);
  return codec;
}

/** An event of a newer version: only the envelope is checked. */
const newerEvent: AnyEvent = entity("event", { type: essential(text), ...envelopeFields });

/**
 * Decodes the parsed body of a webhook. Tolerant mode also accepts types unknown to this version.
 *
 * @throws BillingSchemaError with the path of each error
 */
export function decodeEvent(wire: unknown, options?: Strictly): BillingEvent;
export function decodeEvent(wire: unknown, options: Tolerantly): TolerantBillingEvent | UnknownBillingEvent;
export function decodeEvent(wire: unknown, options?: { readonly mode?: Mode }): unknown {
  const result = decode(wire, modeOf(options));
  if (!result.success) throw result.error;
  return result.data;
}

/** Like `decodeEvent`, without throwing. */
export function safeDecodeEvent(wire: unknown, options?: Strictly): Decoded<BillingEvent>;
export function safeDecodeEvent(
  wire: unknown,
  options: Tolerantly,
): Decoded<TolerantBillingEvent | UnknownBillingEvent>;
export function safeDecodeEvent(wire: unknown, options?: { readonly mode?: Mode }): Decoded<unknown> {
  return decode(wire, modeOf(options));
}

function decode(wire: unknown, mode: Mode): Decoded<BillingEvent | TolerantBillingEvent | UnknownBillingEvent> {
  const type = typeOf(wire);
  if (isEventType(type)) {
    return mode === "strict" ? codecOf(type).safeDecode(wire) : codecOf(type).safeDecode(wire, { mode });
  }
  if (mode === "tolerant") return newerEvent.safeDecode(wire, { mode });
  return { success: false, error: unknownType(type) };
}

/**
 * Encodes an event to the provider's JSON.
 *
 * @throws BillingSchemaError with the path of each error
 */
export function encodeEvent(event: BillingEvent, options?: Strictly): JsonObject;
export function encodeEvent(event: TolerantBillingEvent | UnknownBillingEvent, options: Tolerantly): JsonObject;
export function encodeEvent(
  event: BillingEvent | TolerantBillingEvent | UnknownBillingEvent,
  options?: { readonly mode?: Mode },
): JsonObject {
  if (modeOf(options) === "tolerant") {
    return (isEventType(event.type) ? codecOf(event.type) : newerEvent).encode(event, { mode: "tolerant" });
  }
  if (!isEventType(event.type)) throw unknownType(event.type);
  return codecOf(event.type).encode(event as BillingEvent);
}

function unknownType(type: unknown): BillingSchemaError {
  const message = typeof type === "string" ? "is not one of the known types" : "is no text";
  return new BillingSchemaError("event", [{ path: ["type"], message }]);
}

function typeOf(wire: unknown): string | null {
  const type: unknown = typeof wire === "object" && wire !== null ? Reflect.get(wire, "type") : null;
  return typeof type === "string" ? type : null;
}
