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

export interface CustomBenefitPropertiesWire extends WireOf<typeof customBenefitPropertiesFields> {}
export interface CustomBenefitProperties extends ClientOf<typeof customBenefitPropertiesFields> {}
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

export interface DiscordBenefitPropertiesWire extends WireOf<typeof discordBenefitPropertiesFields> {}
export interface DiscordBenefitProperties extends ClientOf<typeof discordBenefitPropertiesFields> {}
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

export interface GithubRepositoryBenefitPropertiesWire extends WireOf<typeof githubRepositoryBenefitPropertiesFields> {}
export interface GithubRepositoryBenefitProperties extends ClientOf<typeof githubRepositoryBenefitPropertiesFields> {}
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

export interface DownloadablesBenefitPropertiesWire extends WireOf<typeof downloadablesBenefitPropertiesFields> {}
export interface DownloadablesBenefitProperties extends ClientOf<typeof downloadablesBenefitPropertiesFields> {}
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

export interface LicenseKeyExpirationWire extends WireOf<typeof licenseKeyExpirationFields> {}
export interface LicenseKeyExpiration extends ClientOf<typeof licenseKeyExpirationFields> {}
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

export interface LicenseKeyActivationsWire extends WireOf<typeof licenseKeyActivationsFields> {}
export interface LicenseKeyActivations extends ClientOf<typeof licenseKeyActivationsFields> {}
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

export interface LicenseKeysBenefitPropertiesWire extends WireOf<typeof licenseKeysBenefitPropertiesFields> {}
export interface LicenseKeysBenefitProperties extends ClientOf<typeof licenseKeysBenefitPropertiesFields> {}
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

export interface MeterCreditBenefitPropertiesWire extends WireOf<typeof meterCreditBenefitPropertiesFields> {}
export interface MeterCreditBenefitProperties extends ClientOf<typeof meterCreditBenefitPropertiesFields> {}
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

export interface CustomBenefitWire extends WireOf<typeof customBenefitFields> {}
export interface CustomBenefit extends ClientOf<typeof customBenefitFields> {}
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

export interface DiscordBenefitWire extends WireOf<typeof discordBenefitFields> {}
export interface DiscordBenefit extends ClientOf<typeof discordBenefitFields> {}
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

export interface GithubRepositoryBenefitWire extends WireOf<typeof githubRepositoryBenefitFields> {}
export interface GithubRepositoryBenefit extends ClientOf<typeof githubRepositoryBenefitFields> {}
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

export interface DownloadablesBenefitWire extends WireOf<typeof downloadablesBenefitFields> {}
export interface DownloadablesBenefit extends ClientOf<typeof downloadablesBenefitFields> {}
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

export interface LicenseKeysBenefitWire extends WireOf<typeof licenseKeysBenefitFields> {}
export interface LicenseKeysBenefit extends ClientOf<typeof licenseKeysBenefitFields> {}
export interface TolerantLicenseKeysBenefit extends TolerantOf<typeof licenseKeysBenefitFields> {}

/** A benefit of type `license_keys`. */
export const licenseKeysBenefit: Entity<LicenseKeysBenefitWire, LicenseKeysBenefit, TolerantLicenseKeysBenefit> =
  entity("LicenseKeysBenefit", licenseKeysBenefitFields);

const meterCreditBenefitFields = {
  ...benefitFields,
  type: literal("meter_credit"),
  properties: meterCreditBenefitProperties,
};

export interface MeterCreditBenefitWire extends WireOf<typeof meterCreditBenefitFields> {}
export interface MeterCreditBenefit extends ClientOf<typeof meterCreditBenefitFields> {}
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

export type BenefitWire = WireIn<typeof benefitMembers>;
export type Benefit = ClientIn<typeof benefitMembers>;
export type TolerantBenefit = TolerantIn<typeof benefitMembers> | UnknownMember<"type", NewerBenefit>;

/** A benefit that a product grants to its customers, by `type`. */
export const benefit: Entity<BenefitWire, Benefit, TolerantBenefit> = variants(
  "Benefit",
  "type",
  benefitMembers,
  benefitFields,
);
