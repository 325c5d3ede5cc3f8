import { type Entity, entity } from "../schema/entity.js";
import { list } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { licenseKeyActivation, licenseKeyFields } from "./license-key.js";

const licenseKeyWithActivationsFields = {
  ...licenseKeyFields,
  activations: list(licenseKeyActivation),
};

export interface LicenseKeyWithActivationsWire extends WireOf<typeof licenseKeyWithActivationsFields> {}
export interface LicenseKeyWithActivations extends ClientOf<typeof licenseKeyWithActivationsFields> {}
export interface TolerantLicenseKeyWithActivations extends TolerantOf<typeof licenseKeyWithActivationsFields> {}

/** A license key with every place where it is in use. */
export const licenseKeyWithActivations: Entity<
  LicenseKeyWithActivationsWire,
  LicenseKeyWithActivations,
  TolerantLicenseKeyWithActivations
> = entity("LicenseKeyWithActivations", licenseKeyWithActivationsFields);
