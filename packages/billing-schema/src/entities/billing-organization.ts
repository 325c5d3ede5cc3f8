import { type Entity, entity } from "../schema/entity.js";
import { date, essential, flag, laterAbsent, list, nullable, text, withDefault } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { prorationBehavior, socialPlatform } from "./enumerations.js";

const socialLinkFields = {
  platform: socialPlatform,
  url: text,
};

/** `SocialLink` from the API: snake_case. */
export interface SocialLinkWire extends WireOf<typeof socialLinkFields> {}
/** A link to a merchant's profile (client form): camelCase. */
export interface SocialLink extends ClientOf<typeof socialLinkFields> {}
/** `SocialLink` of any API version: unknown values stay. */
export interface TolerantSocialLink extends TolerantOf<typeof socialLinkFields> {}

/** Where else an organization is found. */
export const socialLink: Entity<SocialLinkWire, SocialLink, TolerantSocialLink> = entity(
  "SocialLink",
  socialLinkFields,
);

const featureSettingsFields = {
  issue_funding_enabled: withDefault(flag, false),
  /** Absent in newer versions. */
  usage_based_billing_enabled: laterAbsent(withDefault(flag, false)),
};

/** `FeatureSettings` from the API: snake_case. */
export interface FeatureSettingsWire extends WireOf<typeof featureSettingsFields> {}
/** The features of a merchant's account (client form): camelCase. */
export interface FeatureSettings extends ClientOf<typeof featureSettingsFields> {}
/** `FeatureSettings` of any API version: unknown values stay. */
export interface TolerantFeatureSettings extends TolerantOf<typeof featureSettingsFields> {}

/** The features switched on for an organization; an absent feature is off. */
export const featureSettings: Entity<FeatureSettingsWire, FeatureSettings, TolerantFeatureSettings> = entity(
  "FeatureSettings",
  featureSettingsFields,
);

const subscriptionSettingsFields = {
  allow_multiple_subscriptions: flag,
  allow_customer_updates: flag,
  proration_behavior: prorationBehavior,
};

/** `SubscriptionSettings` from the API: snake_case. */
export interface SubscriptionSettingsWire extends WireOf<typeof subscriptionSettingsFields> {}
/** A merchant's rules for changes of subscriptions (client form): camelCase. */
export interface SubscriptionSettings extends ClientOf<typeof subscriptionSettingsFields> {}
/** `SubscriptionSettings` of any API version: unknown values stay. */
export interface TolerantSubscriptionSettings extends TolerantOf<typeof subscriptionSettingsFields> {}

/** How subscriptions of an organization may change. */
export const subscriptionSettings: Entity<
  SubscriptionSettingsWire,
  SubscriptionSettings,
  TolerantSubscriptionSettings
> = entity("SubscriptionSettings", subscriptionSettingsFields);

const billingOrganizationFields = {
  created_at: essential(date),
  modified_at: nullable(date),
  id: essential(text),
  name: text,
  slug: text,
  avatar_url: nullable(text),
  email: nullable(text),
  website: nullable(text),
  socials: list(socialLink),
  details_submitted_at: nullable(date),
  feature_settings: nullable(featureSettings),
  subscription_settings: subscriptionSettings,
};

/** `BillingOrganization` from the API: snake_case, ISO dates. */
export interface BillingOrganizationWire extends WireOf<typeof billingOrganizationFields> {}
/** A merchant's account at the provider (client form): camelCase, `Date` values. */
export interface BillingOrganization extends ClientOf<typeof billingOrganizationFields> {}
/** `BillingOrganization` of any API version: unknown values stay. */
export interface TolerantBillingOrganization extends TolerantOf<typeof billingOrganizationFields> {}

/** The merchant at the provider: not an organization of the app. */
export const billingOrganization: Entity<BillingOrganizationWire, BillingOrganization, TolerantBillingOrganization> =
  entity("BillingOrganization", billingOrganizationFields);
