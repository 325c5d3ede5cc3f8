export { currencyDigits } from "./rules/currency-digits.js";
export {
  allocateFixedDiscount,
  type DiscountRule,
  discountAmount,
  type FixedDiscountRule,
  type PercentageDiscountRule,
} from "./rules/discount-amount.js";
export { type DiscountDurationRule, isDiscountExpired } from "./rules/discount-repetition.js";
export {
  decideLicenseKeyActivation,
  decideLicenseKeyUse,
  formatLicenseKey,
  isLicenseKeyExpired,
  type LicenseKeyActivationDecision,
  type LicenseKeyActivationRule,
  type LicenseKeyDecision,
  type LicenseKeyLifetime,
  type LicenseKeyRejection,
  type LicenseKeyRequest,
  type LicenseKeyRule,
  licenseKeyDisplay,
  licenseKeyExpiresAt,
} from "./rules/license-key.js";
export { aggregate, type MeterAggregationRule, type MeterRule, quantityOf } from "./rules/meter-aggregation.js";
export {
  type MeterBalance,
  type MeterCreditEntry,
  type MeterEntry,
  type MeterResetEntry,
  type MeterUsageEntry,
  meterBalance,
  rolloverAtCycle,
} from "./rules/meter-balance.js";
export type { MeterEvent } from "./rules/meter-event.js";
export { type MeterFilterCondition, type MeterFilterGroup, matchesFilter } from "./rules/meter-filter.js";
export { type MeteredPriceRule, meteredAmount } from "./rules/metered-amount.js";
export { brokenOrderTotals, type OrderTotals, type OrderTotalsIdentity } from "./rules/order-totals.js";
export { nextPeriodStart, type PeriodRule } from "./rules/period.js";
export { type Proration, type ProrationInput, prorate } from "./rules/proration.js";
