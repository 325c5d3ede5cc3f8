import { type Entity, entity } from "../schema/entity.js";
import { list } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { licenseKeyActivation, licenseKeyFields } from "./license-key.js";

const licenseKeyWithActivationsFields = {
  ...licenseKeyFields,
  activations: list(licenseKeyActivation),
};

/** `LicenseKeyWithActivations` from the API: snake_case, ISO dates. */
export interface LicenseKeyWithActivationsWire extends WireOf<typeof licenseKeyWithActivationsFields> {}
/** A license key with all activations (client form): camelCase, `Date` values. */
export interface LicenseKeyWithActivations extends ClientOf<typeof licenseKeyWithActivationsFields> {}
/** `LicenseKeyWithActivations` of any API version: unknown values stay. */
export interface TolerantLicenseKeyWithActivations extends TolerantOf<typeof licenseKeyWithActivationsFields> {}

/** A license key with every place where the key is in use. */
export const licenseKeyWithActivations: Entity<
  LicenseKeyWithActivationsWire,
  LicenseKeyWithActivations,
  TolerantLicenseKeyWithActivations
> = entity("LicenseKeyWithActivations", licenseKeyWithActivationsFields);
