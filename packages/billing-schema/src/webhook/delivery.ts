import type { JsonObject } from "../schema/entity.js";

/** Headers in any form that a server has them in; names in any case. */
export type DeliveryHeaders =
  | Headers
  | ReadonlyMap<string, string>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** What arrived. The body must be as it came: not parsed, not written again. */
export interface Delivery {
  readonly headers: DeliveryHeaders;
  readonly body: string | Uint8Array | ArrayBuffer;
}

/** A delivery whose signature fits. */
export interface VerifiedDelivery {
  /** `webhook-id`: the same in every try to deliver one event. */
  readonly id: string;
  /** `webhook-timestamp`: when this try was made. Says nothing of the order of events. */
  readonly sentAt: Date;
  /** The body, parsed. */
  readonly payload: JsonObject;
}
