// What the validators answer with.
export type { Address } from "./entities/address.js";
export type { CustomFieldData, Metadata } from "./schema/field.js";
export { type BillingAddressRequirements, billingAddressValidator } from "./validators/billing-address.js";
export { countryCodes } from "./validators/countries.js";
export { customFieldDataValidator } from "./validators/custom-field-data.js";
export type { ValidationIssue, ValidationIssueCode } from "./validators/issue.js";
export { customerMetadataValidator, metadataValidator } from "./validators/metadata.js";
export { stateCodes } from "./validators/states.js";
export { issuesByField, type Validation, type Validator } from "./validators/validator.js";
