import type { Entity } from "../schema/entity.js";
import { entity } from "../schema/entity.js";
import { date, essential, literal, optional, text } from "../schema/field.js";

/** A webhook event of any API version: each field of the envelope may be null. */
export interface TolerantEventOf<Type extends string, Data> {
  readonly type: Type;
  readonly timestamp?: Date | null;
  readonly apiVersion?: string | null;
  readonly data: Data;
}

/** A webhook event: the type, the time, and the entity at that time. */
export interface EventOf<Type extends string, Data> {
  readonly type: Type;
  /** When the event happened; providers of before September 2025 do not say. */
  readonly timestamp?: Date;
  /** The API version of the data; older versions do not send the field. */
  readonly apiVersion?: string;
  readonly data: Data;
}

/** A webhook event as the API sends it: `timestamp` is an ISO 8601 text. */
export interface EventWireOf<Type extends string, Data> {
  readonly type: Type;
  readonly timestamp?: string;
  readonly api_version?: string;
  readonly data: Data;
}

/** The envelope around an entity. */
export const envelopeFields = { timestamp: optional(date), api_version: optional(text) };

/**
 * The codec of a single event type, for an app without a need for the other types.
 *
 * @example const orderPaid = event("order.paid", order);
 */
export function event<const Type extends string, Wire, Client, Tolerant>(
  type: Type,
  data: Entity<Wire, Client, Tolerant>,
): Entity<EventWireOf<Type, Wire>, EventOf<Type, Client>, TolerantEventOf<Type, Tolerant>> {
  return entity(type, { type: literal(type), ...envelopeFields, data: essential(data) });
}
