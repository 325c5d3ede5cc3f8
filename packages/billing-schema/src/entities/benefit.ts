import { type Entity, entity, variants } from "../schema/entity.js";
import { flag, flags, integer, laterAbsent, list, literal, metadata, nullable, text } from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, UnknownMember, WireIn, WireOf } from "../schema/forms.js";
import { repositoryPermission, timeframe } from "./enumerations.js";
import { benefitSummary } from "./public-benefit.js";

const benefitFields = {
  ...benefitSummary,
  metadata,
};

const customBenefitPropertiesFields = {
  /** Shown to the customer. */
  note: nullable(text),
};
/** `CustomBenefitProperties` from the API: snake_case. */
export interface CustomBenefitPropertiesWire extends WireOf<typeof customBenefitPropertiesFields> {}
/** The properties of a `custom` benefit (client form): camelCase. */
export interface CustomBenefitProperties extends ClientOf<typeof customBenefitPropertiesFields> {}
/** `CustomBenefitProperties` of any API version: unknown values stay. */
export interface TolerantCustomBenefitProperties extends TolerantOf<typeof customBenefitPropertiesFields> {}

/** The properties of a custom benefit. */
export const customBenefitProperties: Entity<
  CustomBenefitPropertiesWire,
  CustomBenefitProperties,
  TolerantCustomBenefitProperties
> = entity("CustomBenefitProperties", customBenefitPropertiesFields);

const discordBenefitPropertiesFields = {
  guild_id: text,
  role_id: text,
  /** Absent in newer versions. */
  guild_token: laterAbsent(text),
};
/** `DiscordBenefitProperties` from the API: snake_case. */
export interface DiscordBenefitPropertiesWire extends WireOf<typeof discordBenefitPropertiesFields> {}
/** The properties of a `discord` benefit (client form): camelCase. */
export interface DiscordBenefitProperties extends ClientOf<typeof discordBenefitPropertiesFields> {}
/** `DiscordBenefitProperties` of any API version: unknown values stay. */
export interface TolerantDiscordBenefitProperties extends TolerantOf<typeof discordBenefitPropertiesFields> {}

/** The server and the role of a Discord benefit. */
export const discordBenefitProperties: Entity<
  DiscordBenefitPropertiesWire,
  DiscordBenefitProperties,
  TolerantDiscordBenefitProperties
> = entity("DiscordBenefitProperties", discordBenefitPropertiesFields);

const githubRepositoryBenefitPropertiesFields = {
  repository_owner: text,
  repository_name: text,
  permission: repositoryPermission,
};
/** `GithubRepositoryBenefitProperties` from the API: snake_case. */
export interface GithubRepositoryBenefitPropertiesWire extends WireOf<typeof githubRepositoryBenefitPropertiesFields> {}
/** The properties of a `github_repository` benefit (client form): camelCase. */
export interface GithubRepositoryBenefitProperties extends ClientOf<typeof githubRepositoryBenefitPropertiesFields> {}
/** `GithubRepositoryBenefitProperties` of any API version: unknown values stay. */
export interface TolerantGithubRepositoryBenefitProperties
  extends TolerantOf<typeof githubRepositoryBenefitPropertiesFields> {}

/** The repository of a GitHub benefit. */
export const githubRepositoryBenefitProperties: Entity<
  GithubRepositoryBenefitPropertiesWire,
  GithubRepositoryBenefitProperties,
  TolerantGithubRepositoryBenefitProperties
> = entity("GithubRepositoryBenefitProperties", githubRepositoryBenefitPropertiesFields);

const downloadablesBenefitPropertiesFields = {
  /** By file id: true for an archived file. */
  archived: flags,
  /** Ids of files. */
  files: list(text),
};
/** `DownloadablesBenefitProperties` from the API: snake_case. */
export interface DownloadablesBenefitPropertiesWire extends WireOf<typeof downloadablesBenefitPropertiesFields> {}
/** The properties of a `downloadables` benefit (client form): camelCase. */
export interface DownloadablesBenefitProperties extends ClientOf<typeof downloadablesBenefitPropertiesFields> {}
/** `DownloadablesBenefitProperties` of any API version: unknown values stay. */
export interface TolerantDownloadablesBenefitProperties
  extends TolerantOf<typeof downloadablesBenefitPropertiesFields> {}

/** The files of a download benefit. */
export const downloadablesBenefitProperties: Entity<
  DownloadablesBenefitPropertiesWire,
  DownloadablesBenefitProperties,
  TolerantDownloadablesBenefitProperties
> = entity("DownloadablesBenefitProperties", downloadablesBenefitPropertiesFields);

const licenseKeyExpirationFields = {
  /** How many of the timeframe after the grant. */
  ttl: integer,
  timeframe,
};
/** `LicenseKeyExpiration` from the API: snake_case. */
export interface LicenseKeyExpirationWire extends WireOf<typeof licenseKeyExpirationFields> {}
/** The lifetime of a license key (client form): camelCase. */
export interface LicenseKeyExpiration extends ClientOf<typeof licenseKeyExpirationFields> {}
/** `LicenseKeyExpiration` of any API version: unknown values stay. */
export interface TolerantLicenseKeyExpiration extends TolerantOf<typeof licenseKeyExpirationFields> {}

/** How long a license key lasts. */
export const licenseKeyExpiration: Entity<
  LicenseKeyExpirationWire,
  LicenseKeyExpiration,
  TolerantLicenseKeyExpiration
> = entity("LicenseKeyExpiration", licenseKeyExpirationFields);

const licenseKeyActivationsFields = {
  limit: integer,
  enable_customer_admin: flag,
};
/** `LicenseKeyActivations` from the API: snake_case. */
export interface LicenseKeyActivationsWire extends WireOf<typeof licenseKeyActivationsFields> {}
/** The limit for activations of a license key (client form): camelCase. */
export interface LicenseKeyActivations extends ClientOf<typeof licenseKeyActivationsFields> {}
/** `LicenseKeyActivations` of any API version: unknown values stay. */
export interface TolerantLicenseKeyActivations extends TolerantOf<typeof licenseKeyActivationsFields> {}

/** How often a license key can be activated. */
export const licenseKeyActivations: Entity<
  LicenseKeyActivationsWire,
  LicenseKeyActivations,
  TolerantLicenseKeyActivations
> = entity("LicenseKeyActivations", licenseKeyActivationsFields);

const licenseKeysBenefitPropertiesFields = {
  prefix: nullable(text),
  expires: nullable(licenseKeyExpiration),
  activations: nullable(licenseKeyActivations),
  limit_usage: nullable(integer),
};
/** `LicenseKeysBenefitProperties` from the API: snake_case. */
export interface LicenseKeysBenefitPropertiesWire extends WireOf<typeof licenseKeysBenefitPropertiesFields> {}
/** The properties of a `license_keys` benefit (client form): camelCase. */
export interface LicenseKeysBenefitProperties extends ClientOf<typeof licenseKeysBenefitPropertiesFields> {}
/** `LicenseKeysBenefitProperties` of any API version: unknown values stay. */
export interface TolerantLicenseKeysBenefitProperties extends TolerantOf<typeof licenseKeysBenefitPropertiesFields> {}

/** The properties of a license key benefit: prefix, expiry, limits. */
export const licenseKeysBenefitProperties: Entity<
  LicenseKeysBenefitPropertiesWire,
  LicenseKeysBenefitProperties,
  TolerantLicenseKeysBenefitProperties
> = entity("LicenseKeysBenefitProperties", licenseKeysBenefitPropertiesFields);

const meterCreditBenefitPropertiesFields = {
  units: integer,
  rollover: flag,
  meter_id: text,
};
/** `MeterCreditBenefitProperties` from the API: snake_case. */
export interface MeterCreditBenefitPropertiesWire extends WireOf<typeof meterCreditBenefitPropertiesFields> {}
/** The properties of a `meter_credit` benefit (client form): camelCase. */
export interface MeterCreditBenefitProperties extends ClientOf<typeof meterCreditBenefitPropertiesFields> {}
/** `MeterCreditBenefitProperties` of any API version: unknown values stay. */
export interface TolerantMeterCreditBenefitProperties extends TolerantOf<typeof meterCreditBenefitPropertiesFields> {}

/** The units that a credit benefit adds to a meter. */
export const meterCreditBenefitProperties: Entity<
  MeterCreditBenefitPropertiesWire,
  MeterCreditBenefitProperties,
  TolerantMeterCreditBenefitProperties
> = entity("MeterCreditBenefitProperties", meterCreditBenefitPropertiesFields);

const customBenefitFields = {
  ...benefitFields,
  type: literal("custom"),
  properties: customBenefitProperties,
};
/** `CustomBenefit` from the API: snake_case, ISO dates. */
export interface CustomBenefitWire extends WireOf<typeof customBenefitFields> {}
/** A `custom` benefit (client form): camelCase, `Date` values. */
export interface CustomBenefit extends ClientOf<typeof customBenefitFields> {}
/** `CustomBenefit` of any API version: unknown values stay. */
export interface TolerantCustomBenefit extends TolerantOf<typeof customBenefitFields> {}

/** A benefit of type `custom`. */
export const customBenefit: Entity<CustomBenefitWire, CustomBenefit, TolerantCustomBenefit> = entity(
  "CustomBenefit",
  customBenefitFields,
);

const discordBenefitFields = {
  ...benefitFields,
  type: literal("discord"),
  properties: discordBenefitProperties,
};
/** `DiscordBenefit` from the API: snake_case, ISO dates. */
export interface DiscordBenefitWire extends WireOf<typeof discordBenefitFields> {}
/** A `discord` benefit (client form): camelCase, `Date` values. */
export interface DiscordBenefit extends ClientOf<typeof discordBenefitFields> {}
/** `DiscordBenefit` of any API version: unknown values stay. */
export interface TolerantDiscordBenefit extends TolerantOf<typeof discordBenefitFields> {}

/** A benefit of type `discord`. */
export const discordBenefit: Entity<DiscordBenefitWire, DiscordBenefit, TolerantDiscordBenefit> = entity(
  "DiscordBenefit",
  discordBenefitFields,
);

const githubRepositoryBenefitFields = {
  ...benefitFields,
  type: literal("github_repository"),
  properties: githubRepositoryBenefitProperties,
};
/** `GithubRepositoryBenefit` from the API: snake_case, ISO dates. */
export interface GithubRepositoryBenefitWire extends WireOf<typeof githubRepositoryBenefitFields> {}
/** A `github_repository` benefit (client form): camelCase, `Date` values. */
export interface GithubRepositoryBenefit extends ClientOf<typeof githubRepositoryBenefitFields> {}
/** `GithubRepositoryBenefit` of any API version: unknown values stay. */
export interface TolerantGithubRepositoryBenefit extends TolerantOf<typeof githubRepositoryBenefitFields> {}

/** A benefit of type `github_repository`. */
export const githubRepositoryBenefit: Entity<
  GithubRepositoryBenefitWire,
  GithubRepositoryBenefit,
  TolerantGithubRepositoryBenefit
> = entity("GithubRepositoryBenefit", githubRepositoryBenefitFields);

const downloadablesBenefitFields = {
  ...benefitFields,
  type: literal("downloadables"),
  properties: downloadablesBenefitProperties,
};
/** `DownloadablesBenefit` from the API: snake_case, ISO dates. */
export interface DownloadablesBenefitWire extends WireOf<typeof downloadablesBenefitFields> {}
/** A `downloadables` benefit (client form): camelCase, `Date` values. */
export interface DownloadablesBenefit extends ClientOf<typeof downloadablesBenefitFields> {}
/** `DownloadablesBenefit` of any API version: unknown values stay. */
export interface TolerantDownloadablesBenefit extends TolerantOf<typeof downloadablesBenefitFields> {}

/** A benefit of type `downloadables`. */
export const downloadablesBenefit: Entity<
  DownloadablesBenefitWire,
  DownloadablesBenefit,
  TolerantDownloadablesBenefit
> = entity("DownloadablesBenefit", downloadablesBenefitFields);

const licenseKeysBenefitFields = {
  ...benefitFields,
  type: literal("license_keys"),
  properties: licenseKeysBenefitProperties,
};
/** `LicenseKeysBenefit` from the API: snake_case, ISO dates. */
export interface LicenseKeysBenefitWire extends WireOf<typeof licenseKeysBenefitFields> {}
/** A `license_keys` benefit (client form): camelCase, `Date` values. */
export interface LicenseKeysBenefit extends ClientOf<typeof licenseKeysBenefitFields> {}
/** `LicenseKeysBenefit` of any API version: unknown values stay. */
export interface TolerantLicenseKeysBenefit extends TolerantOf<typeof licenseKeysBenefitFields> {}

/** A benefit of type `license_keys`. */
export const licenseKeysBenefit: Entity<LicenseKeysBenefitWire, LicenseKeysBenefit, TolerantLicenseKeysBenefit> =
  entity("LicenseKeysBenefit", licenseKeysBenefitFields);

const meterCreditBenefitFields = {
  ...benefitFields,
  type: literal("meter_credit"),
  properties: meterCreditBenefitProperties,
};
/** `MeterCreditBenefit` from the API: snake_case, ISO dates. */
export interface MeterCreditBenefitWire extends WireOf<typeof meterCreditBenefitFields> {}
/** A `meter_credit` benefit (client form): camelCase, `Date` values. */
export interface MeterCreditBenefit extends ClientOf<typeof meterCreditBenefitFields> {}
/** `MeterCreditBenefit` of any API version: unknown values stay. */
export interface TolerantMeterCreditBenefit extends TolerantOf<typeof meterCreditBenefitFields> {}

/** A benefit of type `meter_credit`. */
export const meterCreditBenefit: Entity<MeterCreditBenefitWire, MeterCreditBenefit, TolerantMeterCreditBenefit> =
  entity("MeterCreditBenefit", meterCreditBenefitFields);

const benefitMembers = {
  customBenefit,
  discordBenefit,
  githubRepositoryBenefit,
  downloadablesBenefit,
  licenseKeysBenefit,
  meterCreditBenefit,
};

/** The fields common to members of newer versions. */
interface NewerBenefit extends TolerantOf<typeof benefitFields> {}

/** `Benefit` from the API: snake_case, ISO dates. */
export type BenefitWire = WireIn<typeof benefitMembers>;
/** A benefit of a product (client form): camelCase, `Date` values. */
export type Benefit = ClientIn<typeof benefitMembers>;
/** `Benefit` of any API version: unknown values stay. */
export type TolerantBenefit = TolerantIn<typeof benefitMembers> | UnknownMember<"type", NewerBenefit>;

/** A benefit that a product grants to its customers, by `type`. */
export const benefit: Entity<BenefitWire, Benefit, TolerantBenefit> = variants(
  "Benefit",
  "type",
  benefitMembers,
  benefitFields,
);
