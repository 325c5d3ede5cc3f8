import { type Entity, entity } from "../schema/entity.js";
import { flag, nullable, optional, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";

const fields = {
  line1: optional(nullable(text)),
  line2: optional(nullable(text)),
  postal_code: optional(nullable(text)),
  city: optional(nullable(text)),
  /** For the US and Canada the provider's own form: `US-CA`, `CA-ON`. */
  state: optional(nullable(text)),
  /** ISO 3166-1 alpha-2. */
  country: text,
};

/** `Address` from the API: snake_case. */
export interface AddressWire extends WireOf<typeof fields> {}
/** A billing address (client form): camelCase. */
export interface Address extends ClientOf<typeof fields> {}
/** `Address` of any API version: unknown values stay. */
export interface TolerantAddress extends TolerantOf<typeof fields> {}

/** Where a customer is billed. */
export const address: Entity<AddressWire, Address, TolerantAddress> = entity("Address", fields);

const requirements = {
  country: flag,
  state: flag,
  city: flag,
  postal_code: flag,
  line1: flag,
  line2: flag,
};

/** `BillingAddressFields` from the API: snake_case. */
export interface BillingAddressFieldsWire extends WireOf<typeof requirements> {}
/** A checkout's requirements for the parts of an address (client form): camelCase. */
export interface BillingAddressFields extends ClientOf<typeof requirements> {}
/** `BillingAddressFields` of any API version: unknown values stay. */
export interface TolerantBillingAddressFields extends TolerantOf<typeof requirements> {}

/** The parts of the address that a checkout asks for. */
export const billingAddressFields: Entity<
  BillingAddressFieldsWire,
  BillingAddressFields,
  TolerantBillingAddressFields
> = entity("BillingAddressFields", requirements);
