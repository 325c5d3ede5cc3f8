import { refundReason } from "../entities/enumerations.js";
import { flag, text } from "../schema/field.js";
import type { ClientOf, WireOf } from "../schema/forms.js";
import { body, omissible, optional } from "../schema/request/part.js";
import { type RequestBody, requestBody } from "../schema/request/request-body.js";
import { count } from "./amount.js";
import { metadata } from "./metadata.js";
import { id } from "./text.js";

const createParts = {
  order_id: id,
  reason: refundReason,
  /** In the smallest unit of the order's currency, without tax. */
  amount: count,
  /** For the merchant alone. */
  comment: omissible(text),
  /** Of one-time purchases only: a subscription is revoked instead. */
  revoke_benefits: optional(flag),
  metadata: optional(metadata),
};

/** `RefundCreate` for the API: snake_case. */
export interface RefundCreateWire extends WireOf<typeof createParts> {}
/** A refund to create (client form): camelCase. */
export interface RefundCreate extends ClientOf<typeof createParts> {}

/** `POST /v1/refunds/` */
export const refundCreate: RequestBody<RefundCreateWire, RefundCreate> = requestBody(body("RefundCreate", createParts));
