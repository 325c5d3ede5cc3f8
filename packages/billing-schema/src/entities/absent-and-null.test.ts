import { describe, expect, test } from "vitest";
import { entities } from "../../tests/exported.js";
import type { Field } from "../schema/field.js";

/**
 * The places where the contract allows null, or a missing key; written down by hand, entity by entity. All others are
 * always present.
 */
const customer = "modified_at external_id name billing_address tax_id deleted_at";
const benefit = "modified_at";
const price = "modified_at recurring_interval";
const chosen = "minimum_amount maximum_amount preset_amount";
const product = "modified_at description recurring_interval";
const discount = "modified_at code starts_at ends_at max_redemptions";
const subscription =
  "modified_at current_period_end canceled_at started_at ends_at ended_at discount_id checkout_id " +
  "customer_cancellation_reason customer_cancellation_comment";
const licenseKey = "modified_at limit_activations limit_usage last_validated_at expires_at";
const form = "form_label form_help_text form_placeholder";

const nullable: Readonly<Record<string, string>> = {
  Customer: customer,
  CustomerState: customer,
  Address: "line1 line2 postal_code city state",
  ActiveSubscription: "modified_at current_period_end canceled_at started_at ends_at discount_id",
  ActiveSubscriptionMeter: "modified_at",
  ActiveMeter: "modified_at",
  GrantedCustom: benefit,
  GrantedDiscord: benefit,
  GrantedGithubRepository: benefit,
  GrantedDownloadables: benefit,
  GrantedLicenseKeys: benefit,
  GrantedMeterCredit: benefit,
  CustomBenefit: benefit,
  DiscordBenefit: benefit,
  GithubRepositoryBenefit: benefit,
  DownloadablesBenefit: benefit,
  LicenseKeysBenefit: benefit,
  MeterCreditBenefit: benefit,
  PublicBenefit: benefit,
  CustomBenefitProperties: "note",
  LicenseKeysBenefitProperties: "prefix expires activations limit_usage",
  BenefitGrant: "modified_at granted_at revoked_at subscription_id order_id error previous_properties",
  CheckboxCustomField: "modified_at",
  DateCustomField: "modified_at",
  NumberCustomField: "modified_at",
  SelectCustomField: "modified_at",
  TextCustomField: "modified_at",
  FreePrice: price,
  FixedPrice: price,
  CustomPrice: `${price} ${chosen}`,
  MeteredPrice: `${price} cap_amount`,
  LegacyFreePrice: "modified_at",
  LegacyFixedPrice: "modified_at",
  LegacyCustomPrice: `modified_at ${chosen}`,
  Product: product,
  CheckoutProduct: product,
  OrderProduct: product,
  ProductMedia: "storage_version checksum_etag checksum_sha256_base64 checksum_sha256_hex last_modified_at version",
  FixedDiscount: discount,
  FixedRepeatingDiscount: discount,
  PercentageDiscount: discount,
  PercentageRepeatingDiscount: discount,
  CheckoutFixedDiscount: "code",
  CheckoutFixedRepeatingDiscount: "code",
  CheckoutPercentageDiscount: "code",
  CheckoutPercentageRepeatingDiscount: "code",
  Checkout:
    "modified_at embed_origin tax_amount discount_id customer_id customer_name customer_email customer_ip_address " +
    "customer_billing_name customer_billing_address customer_tax_id customer_external_id discount subscription_id",
  Order: "modified_at billing_address discount_id subscription_id checkout_id discount subscription",
  OrderItem: "modified_at product_price_id",
  OrderSubscription: subscription,
  Subscription: `${subscription} discount`,
  SubscriptionMeter: "modified_at",
  Meter: "modified_at",
  Refund: "modified_at subscription_id",
  BillingOrganization: "modified_at avatar_url email website details_submitted_at feature_settings",
  LicenseKey: licenseKey,
  LicenseKeyActivation: "modified_at",
  LicenseKeyWithActivations: licenseKey,
  ValidatedLicenseKey: `${licenseKey} activation`,
  CustomerMeter: "modified_at",
  CustomerSession: "modified_at",
};

const optional: Readonly<Record<string, string>> = {
  Address: "line1 line2 postal_code city state",
  ActiveSubscription: "custom_field_data",
  BenefitGrant: "granted_at revoked_at error previous_properties",
  DiscordGrantProperties: "account_id guild_id role_id",
  GithubRepositoryGrantProperties: "account_id repository_owner repository_name permission",
  DownloadablesGrantProperties: "files",
  LicenseKeysGrantProperties: "license_key_id display_key",
  MeterCreditGrantProperties: "last_credited_meter_id last_credited_units last_credited_at",
  CheckboxFieldProperties: form,
  DateFieldProperties: `${form} ge le`,
  NumberFieldProperties: `${form} ge le`,
  SelectFieldProperties: form,
  TextFieldProperties: `${form} textarea min_length max_length`,
  Checkout: "custom_field_data",
  Order: "custom_field_data",
  Subscription: "custom_field_data",
  FeatureSettings: "issue_funding_enabled usage_based_billing_enabled",
  FixedDiscount: "products",
  FixedRepeatingDiscount: "products",
  PercentageDiscount: "products",
  PercentageRepeatingDiscount: "products",
  LicenseKeyActivation: "license_key",
  ValidatedLicenseKey: "activation",
};

const words = (text = ""): readonly string[] => text.split(" ").filter(Boolean).toSorted();

/** If any of these kinds wraps the declaration of the place in strict mode. */
function is(field: Field, ...kinds: readonly Field["is"]["kind"][]): boolean {
  if (kinds.includes(field.is.kind)) return true;
  const wraps = ["nullable", "optional", "laterNullable", "laterAbsent"].includes(field.is.kind);
  return wraps && "of" in field.is && typeof field.is.of === "object" && is(field.is.of, ...kinds);
}

describe("the contract", () => {
  const objects = entities.flatMap(({ name, field }) =>
    field.is.kind === "object" ? [{ name, fields: Object.entries(field.is.fields) }] : [],
  );

  test.each(objects)("of $name says where null may be, and where no key need be", ({ name, fields }) => {
    const where = (...kinds: readonly Field["is"]["kind"][]): readonly string[] =>
      fields.flatMap(([wire, field]) => (is(field, ...kinds) ? [wire] : [])).toSorted();
    expect(where("nullable")).toEqual(words(nullable[name]));
    expect(where("optional", "default")).toEqual(words(optional[name]));
  });

  test("has no entity besides", () => {
    const known = new Set(objects.map(({ name }) => name));
    expect([...Object.keys(nullable), ...Object.keys(optional)].filter((name) => !known.has(name))).toEqual([]);
  });
});
