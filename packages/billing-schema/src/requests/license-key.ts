import type { ClientOf, WireOf } from "../schema/forms.js";
import { body, omissible, optional } from "../schema/request/part.js";
import { type RequestBody, requestBody } from "../schema/request/request-body.js";
import { atLeast } from "./amount.js";
import { metadata } from "./metadata.js";
import { id } from "./text.js";

const keyParts = { key: id, organization_id: id };

const validateParts = {
  ...keyParts,
  activation_id: omissible(id),
  benefit_id: omissible(id),
  customer_id: omissible(id),
  /** How many uses this call counts. */
  increment_usage: omissible(atLeast(0)),
  /** Must equal the activation's conditions. */
  conditions: optional(metadata),
};
/** `LicenseKeyValidate` for the API: snake_case. */
export interface LicenseKeyValidateWire extends WireOf<typeof validateParts> {}
/** A validation of a license key (client form): camelCase. */
export interface LicenseKeyValidate extends ClientOf<typeof validateParts> {}

/** `POST /v1/customer-portal/license-keys/validate` */
export const licenseKeyValidate: RequestBody<LicenseKeyValidateWire, LicenseKeyValidate> = requestBody(
  body("LicenseKeyValidate", validateParts),
);

const activateParts = {
  ...keyParts,
  /** A name of the installation for the customer, such as the computer's name. */
  label: id,
  /** Each later validation must send equal conditions. */
  conditions: optional(metadata),
  meta: optional(metadata),
};
/** `LicenseKeyActivate` for the API: snake_case. */
export interface LicenseKeyActivateWire extends WireOf<typeof activateParts> {}
/** An activation of a license key (client form): camelCase. */
export interface LicenseKeyActivate extends ClientOf<typeof activateParts> {}

/** `POST /v1/customer-portal/license-keys/activate` */
export const licenseKeyActivate: RequestBody<LicenseKeyActivateWire, LicenseKeyActivate> = requestBody(
  body("LicenseKeyActivate", activateParts),
);

const deactivateParts = { ...keyParts, activation_id: id };
/** `LicenseKeyDeactivate` for the API: snake_case. */
export interface LicenseKeyDeactivateWire extends WireOf<typeof deactivateParts> {}
/** A deactivation of a license key (client form): camelCase. */
export interface LicenseKeyDeactivate extends ClientOf<typeof deactivateParts> {}

/** `POST /v1/customer-portal/license-keys/deactivate` */
export const licenseKeyDeactivate: RequestBody<LicenseKeyDeactivateWire, LicenseKeyDeactivate> = requestBody(
  body("LicenseKeyDeactivate", deactivateParts),
);
