import type { JsonObject } from "../schema/entity.js";

/** Headers as any server has them; names in any case. */
export type DeliveryHeaders =
  | Headers
  | ReadonlyMap<string, string>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** A received request. The body must be raw: neither parsed nor serialized again. */
export interface Delivery {
  readonly headers: DeliveryHeaders;
  readonly body: string | Uint8Array | ArrayBuffer;
}

/** A delivery with a verified signature. */
export interface VerifiedDelivery {
  /** `webhook-id`: equal in every try to deliver an event. */
  readonly id: string;
  /** `webhook-timestamp`: the time of this attempt. Do not sort events by this time. */
  readonly sentAt: Date;
  /** The body, parsed. */
  readonly payload: JsonObject;
}
