import { type Entity, entity } from "../schema/entity.js";
import { date, essential, integer, metadata, nullable, optional, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { customer } from "./customer.js";
import { licenseKeyStatus } from "./enumerations.js";

/** The fields common to all answers about a license key. */
export const licenseKeyFields = {
  id: essential(text),
  created_at: essential(date),
  modified_at: nullable(date),
  organization_id: text,
  customer_id: essential(text),
  customer,
  benefit_id: essential(text),
  key: essential(text),
  display_key: text,
  status: essential(licenseKeyStatus),
  limit_activations: nullable(integer),
  usage: integer,
  limit_usage: nullable(integer),
  validations: integer,
  last_validated_at: nullable(date),
  expires_at: nullable(date),
};

/** `LicenseKey` from the API: snake_case, ISO dates. */
export interface LicenseKeyWire extends WireOf<typeof licenseKeyFields> {}
/** A license key (client form): camelCase, `Date` values. */
export interface LicenseKey extends ClientOf<typeof licenseKeyFields> {}
/** `LicenseKey` of any API version: unknown values stay. */
export interface TolerantLicenseKey extends TolerantOf<typeof licenseKeyFields> {}

/** A license key of a customer. */
export const licenseKey: Entity<LicenseKeyWire, LicenseKey, TolerantLicenseKey> = entity(
  "LicenseKey",
  licenseKeyFields,
);

const licenseKeyActivationFields = {
  id: essential(text),
  license_key_id: essential(text),
  label: text,
  meta: metadata,
  created_at: date,
  modified_at: nullable(date),
  /** The license key; absent for an activation inside a key's list. */
  license_key: optional(licenseKey),
};

/** `LicenseKeyActivation` from the API: snake_case, ISO dates. */
export interface LicenseKeyActivationWire extends WireOf<typeof licenseKeyActivationFields> {}
/** An activation of a license key (client form): camelCase, `Date` values. */
export interface LicenseKeyActivation extends ClientOf<typeof licenseKeyActivationFields> {}
/** `LicenseKeyActivation` of any API version: unknown values stay. */
export interface TolerantLicenseKeyActivation extends TolerantOf<typeof licenseKeyActivationFields> {}

/** A place where a license key is in use. */
export const licenseKeyActivation: Entity<
  LicenseKeyActivationWire,
  LicenseKeyActivation,
  TolerantLicenseKeyActivation
> = entity("LicenseKeyActivation", licenseKeyActivationFields);
