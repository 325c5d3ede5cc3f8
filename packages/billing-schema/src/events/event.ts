import type { Entity } from "../schema/entity.js";
import { entity } from "../schema/entity.js";
import { date, literal, optional, text } from "../schema/field.js";

/** What the provider sends to a webhook: what happened, and the entity as it was then. */
export interface EventOf<Type extends string, Data> {
  readonly type: Type;
  /** When it happened; providers of before September 2025 do not say. */
  readonly timestamp?: Date;
  /** The version of the API that the data is of; older ones do not say. */
  readonly apiVersion?: string;
  readonly data: Data;
}

export interface EventWireOf<Type extends string, Data> {
  readonly type: Type;
  readonly timestamp?: string;
  readonly api_version?: string;
  readonly data: Data;
}

/** The envelope around an entity. */
export const envelopeFields = { timestamp: optional(date), api_version: optional(text) };

/**
 * One kind of event by itself, for an app that needs no other.
 *
 * @example const orderPaid = event("order.paid", order);
 */
export function event<const Type extends string, Wire, Client, Tolerant>(
  type: Type,
  data: Entity<Wire, Client, Tolerant>,
): Entity<EventWireOf<Type, Wire>, EventOf<Type, Client>, EventOf<Type, Tolerant>> {
  return entity(type, { type: literal(type), ...envelopeFields, data });
}
