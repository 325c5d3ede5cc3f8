import { type Entity, entity } from "../schema/entity.js";
import { date, essential, flag, integer, metadata, nullable, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { refundReason, refundStatus } from "./enumerations.js";

const refundFields = {
  created_at: essential(date),
  modified_at: nullable(date),
  id: essential(text),
  metadata,
  status: essential(refundStatus),
  reason: refundReason,
  amount: essential(integer),
  tax_amount: integer,
  currency: essential(text),
  organization_id: text,
  order_id: essential(text),
  subscription_id: nullable(text),
  customer_id: essential(text),
  revoke_benefits: flag,
};

/** `Refund` from the API: snake_case, ISO dates. */
export interface RefundWire extends WireOf<typeof refundFields> {}
/** A refund (client form): camelCase, `Date` values. */
export interface Refund extends ClientOf<typeof refundFields> {}
/** `Refund` of any API version: unknown values stay. */
export interface TolerantRefund extends TolerantOf<typeof refundFields> {}

/** Money given back. */
export const refund: Entity<RefundWire, Refund, TolerantRefund> = entity("Refund", refundFields);
