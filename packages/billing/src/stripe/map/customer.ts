import type { StripeCustomer, StripeDeleted, StripeMetadata } from "../objects.js";
import type { Read } from "../wire.js";
import { dateText } from "./time.js";

/** The key of a customer's metadata with the id of the owner in the app. */
export const ownerKey = "keyhold_owner_id";

/** The id of the owner of a customer; null without an owner. */
export const ownerIdOf = ({ metadata }: { readonly metadata: StripeMetadata }): string | null =>
  metadata[ownerKey] || null;

export const isDeleted = (object: object): object is StripeDeleted => "deleted" in object && object.deleted === true;

/** A customer in the form of `billing-schema`. */
export function customerWire({ object, readAt }: Read<StripeCustomer>): object {
  const { [ownerKey]: _, ...metadata } = object.metadata;
  const { address } = object;
  const hasCountry = typeof address?.country === "string";
  return {
    id: object.id,
    created_at: dateText(object.created),
    modified_at: readAt,
    metadata,
    external_id: ownerIdOf(object),
    email: object.email,
    email_verified: false,
    name: object.name ?? null,
    billing_address: hasCountry ? address : null,
    tax_id: null,
    organization_id: "",
    deleted_at: null,
    avatar_url: null,
  };
}

/**
 * A deleted customer: Stripe answers the id alone. `created`: the time of what names the customer. Without an external
 * id, so that the mirror keeps the owner that it knows.
 */
export const deletedCustomerWire = ({ object: { id }, readAt }: Read<StripeDeleted>, created: number): object => ({
  ...customerWire({ object: { id, created, email: null, metadata: {} }, readAt }),
  deleted_at: readAt,
});

/** The customer in another object, which the request expands; null for an id alone. */
export function customerInside(
  { object, readAt }: Read<StripeCustomer | StripeDeleted | string | null>,
  created: number,
): object | null {
  if (object === null || typeof object === "string") return null;
  return isDeleted(object) ? deletedCustomerWire({ object, readAt }, created) : customerWire({ object, readAt });
}
