export type { TaxId } from "./entities/tax-id.js";
export type { AddressInput, AddressInputWire } from "./requests/address.js";
export {
  type CheckoutCreate,
  type CheckoutCreateWire,
  type CheckoutUpdate,
  type CheckoutUpdateWire,
  checkoutCreate,
  checkoutUpdate,
} from "./requests/checkout.js";
export {
  type CustomerCreate,
  type CustomerCreateWire,
  type CustomerOwner,
  type CustomerOwnerWire,
  type CustomerUpdate,
  type CustomerUpdateByExternalId,
  type CustomerUpdateByExternalIdWire,
  type CustomerUpdateWire,
  customerCreate,
  customerUpdate,
  customerUpdateByExternalId,
  type IndividualCreate,
  type IndividualCreateWire,
  type TeamCreate,
  type TeamCreateWire,
} from "./requests/customer.js";
export {
  type CustomerSessionCreate,
  type CustomerSessionCreateWire,
  customerSessionCreate,
  type SessionByExternalId,
  type SessionByExternalIdWire,
  type SessionById,
  type SessionByIdWire,
} from "./requests/customer-session.js";
export {
  type EventByExternalId,
  type EventByExternalIdWire,
  type EventById,
  type EventByIdWire,
  type EventCost,
  type EventCostWire,
  type EventCreate,
  type EventCreateWire,
  type EventLanguageModel,
  type EventLanguageModelWire,
  type EventMetadata,
  type EventMetadataWire,
  type EventsIngest,
  type EventsIngestWire,
  eventsIngest,
} from "./requests/events.js";
export {
  type LicenseKeyActivate,
  type LicenseKeyActivateWire,
  type LicenseKeyDeactivate,
  type LicenseKeyDeactivateWire,
  type LicenseKeyValidate,
  type LicenseKeyValidateWire,
  licenseKeyActivate,
  licenseKeyDeactivate,
  licenseKeyValidate,
} from "./requests/license-key.js";
export type { OlderOwnerName, WriteInstead } from "./requests/older-name.js";
export type {
  CustomPriceCreate,
  CustomPriceCreateWire,
  FixedPriceCreate,
  FixedPriceCreateWire,
  MeteredTiersPriceCreate,
  MeteredTiersPriceCreateWire,
  MeteredUnitPriceCreate,
  MeteredUnitPriceCreateWire,
  PriceCreate,
  PriceCreateWire,
  PriceTier,
  PriceTiers,
  PriceTiersWire,
  PriceTierWire,
  SeatBasedPriceCreate,
  SeatBasedPriceCreateWire,
  SeatTier,
  SeatTiers,
  SeatTiersWire,
  SeatTierWire,
  UnitBasedPriceCreate,
  UnitBasedPriceCreateWire,
} from "./requests/price.js";
export { type RefundCreate, type RefundCreateWire, refundCreate } from "./requests/refund.js";
export {
  type SubscriptionCancel,
  type SubscriptionCancelWire,
  type SubscriptionClear,
  type SubscriptionClearWire,
  type SubscriptionPause,
  type SubscriptionPauseWire,
  type SubscriptionPeriodUpdate,
  type SubscriptionPeriodUpdateWire,
  type SubscriptionResume,
  type SubscriptionResumeWire,
  type SubscriptionRevoke,
  type SubscriptionRevokeWire,
  type SubscriptionSeatsUpdate,
  type SubscriptionSeatsUpdateWire,
  type SubscriptionTermsUpdate,
  type SubscriptionTermsUpdateWire,
  type SubscriptionUnitsUpdate,
  type SubscriptionUnitsUpdateWire,
  type SubscriptionUpdate,
  type SubscriptionUpdateWire,
  subscriptionUpdate,
} from "./requests/subscription.js";
export type { Decoded, JsonObject } from "./schema/entity.js";
export { BillingSchemaError, type SchemaIssue } from "./schema/error.js";
export type { CustomFieldData, Metadata } from "./schema/field.js";
export type { ApiVersion, CurrentRequestOptions, RequestOptions } from "./schema/request/api-version.js";
export type { Part } from "./schema/request/part.js";
export type { RequestBody } from "./schema/request/request-body.js";
