import { type Entity, entity } from "../schema/entity.js";
import { nullable, optional } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { licenseKeyActivation, licenseKeyFields } from "./license-key.js";

const validatedLicenseKeyFields = {
  ...licenseKeyFields,
  /** Null or absent when no activation was named. */
  activation: optional(nullable(licenseKeyActivation)),
};

/** `ValidatedLicenseKey` from the API: snake_case, ISO dates. */
export interface ValidatedLicenseKeyWire extends WireOf<typeof validatedLicenseKeyFields> {}
/** A validated license key (client form): camelCase, `Date` values. */
export interface ValidatedLicenseKey extends ClientOf<typeof validatedLicenseKeyFields> {}
/** `ValidatedLicenseKey` of any API version: unknown values stay. */
export interface TolerantValidatedLicenseKey extends TolerantOf<typeof validatedLicenseKeyFields> {}

/** The provider's answer to the validation of a valid key, with the requested activation. */
export const validatedLicenseKey: Entity<ValidatedLicenseKeyWire, ValidatedLicenseKey, TolerantValidatedLicenseKey> =
  entity("ValidatedLicenseKey", validatedLicenseKeyFields);
