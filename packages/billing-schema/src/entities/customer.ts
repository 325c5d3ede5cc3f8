import { type Entity, entity } from "../schema/entity.js";
import { date, essential, flag, laterAbsent, laterNullable, metadata, nullable, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { address } from "./address.js";
import { taxId } from "./tax-id.js";

/** The fields common to a customer and the state of a customer. */
export const customerFields = {
  id: essential(text),
  created_at: essential(date),
  modified_at: nullable(date),
  metadata,
  /** The merchant's own id, unique in the billing organization and never changed once set. */
  external_id: laterAbsent(nullable(text)),
  /** In newer versions a team customer may have no email address. */
  email: laterAbsent(laterNullable(text)),
  email_verified: flag,
  name: nullable(text),
  billing_address: nullable(address),
  tax_id: nullable(taxId),
  organization_id: text,
  deleted_at: nullable(date),
  avatar_url: laterNullable(text),
};

/** `Customer` from the API: snake_case, ISO dates. */
export interface CustomerWire extends WireOf<typeof customerFields> {}
/** A customer (client form): camelCase, `Date` values. */
export interface Customer extends ClientOf<typeof customerFields> {}
/** `Customer` of any API version: unknown values stay. */
export interface TolerantCustomer extends TolerantOf<typeof customerFields> {}

/** The buyer. Orders, subscriptions, grants and license keys hold the same form. */
export const customer: Entity<CustomerWire, Customer, TolerantCustomer> = entity("Customer", customerFields);
