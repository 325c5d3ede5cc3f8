import { type Entity, entity } from "../schema/entity.js";
import { date, essential, nullable, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { customer } from "./customer.js";

const customerSessionFields = {
  id: essential(text),
  created_at: date,
  modified_at: nullable(date),
  /** Signs the customer in to the provider's portal: a secret of the customer. */
  token: essential(text),
  expires_at: essential(date),
  /** Contains the token. */
  customer_portal_url: essential(text),
  customer_id: essential(text),
  customer,
};

/** `CustomerSession` from the API: snake_case, ISO dates. */
export interface CustomerSessionWire extends WireOf<typeof customerSessionFields> {}
/** A customer's session in the provider's portal (client form): camelCase, `Date` values. */
export interface CustomerSession extends ClientOf<typeof customerSessionFields> {}
/** `CustomerSession` of any API version: unknown values stay. */
export interface TolerantCustomerSession extends TolerantOf<typeof customerSessionFields> {}

/** A session of a customer in the provider's portal. */
export const customerSession: Entity<CustomerSessionWire, CustomerSession, TolerantCustomerSession> = entity(
  "CustomerSession",
  customerSessionFields,
);
