import { type Entity, entity } from "../schema/entity.js";
import { dependent, type Field, laterNullable, list, number, optional, text } from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, WireIn, WireOf } from "../schema/forms.js";
import { repositoryPermission } from "./enumerations.js";

const customGrantPropertiesFields = {};

export interface CustomGrantPropertiesWire extends WireOf<typeof customGrantPropertiesFields> {}
export interface CustomGrantProperties extends ClientOf<typeof customGrantPropertiesFields> {}
export interface TolerantCustomGrantProperties extends TolerantOf<typeof customGrantPropertiesFields> {}

/** Result of granting a benefit of type `custom`. */
export const customGrantProperties: Entity<
  CustomGrantPropertiesWire,
  CustomGrantProperties,
  TolerantCustomGrantProperties
> = entity("CustomGrantProperties", customGrantPropertiesFields);

const discordGrantPropertiesFields = {
  account_id: optional(laterNullable(text)),
  guild_id: optional(text),
  role_id: optional(text),
};

export interface DiscordGrantPropertiesWire extends WireOf<typeof discordGrantPropertiesFields> {}
export interface DiscordGrantProperties extends ClientOf<typeof discordGrantPropertiesFields> {}
export interface TolerantDiscordGrantProperties extends TolerantOf<typeof discordGrantPropertiesFields> {}

/** Result of granting a benefit of type `discord`. */
export const discordGrantProperties: Entity<
  DiscordGrantPropertiesWire,
  DiscordGrantProperties,
  TolerantDiscordGrantProperties
> = entity("DiscordGrantProperties", discordGrantPropertiesFields);

const githubRepositoryGrantPropertiesFields = {
  account_id: optional(laterNullable(text)),
  repository_owner: optional(text),
  repository_name: optional(text),
  permission: optional(repositoryPermission),
};

export interface GithubRepositoryGrantPropertiesWire extends WireOf<typeof githubRepositoryGrantPropertiesFields> {}
export interface GithubRepositoryGrantProperties extends ClientOf<typeof githubRepositoryGrantPropertiesFields> {}
export interface TolerantGithubRepositoryGrantProperties
  extends TolerantOf<typeof githubRepositoryGrantPropertiesFields> {}

/** Result of granting a benefit of type `github_repository`. */
export const githubRepositoryGrantProperties: Entity<
  GithubRepositoryGrantPropertiesWire,
  GithubRepositoryGrantProperties,
  TolerantGithubRepositoryGrantProperties
> = entity("GithubRepositoryGrantProperties", githubRepositoryGrantPropertiesFields);

const downloadablesGrantPropertiesFields = {
  /** Ids of files. */
  files: optional(list(text)),
};

export interface DownloadablesGrantPropertiesWire extends WireOf<typeof downloadablesGrantPropertiesFields> {}
export interface DownloadablesGrantProperties extends ClientOf<typeof downloadablesGrantPropertiesFields> {}
export interface TolerantDownloadablesGrantProperties extends TolerantOf<typeof downloadablesGrantPropertiesFields> {}

/** Result of granting a benefit of type `downloadables`. */
export const downloadablesGrantProperties: Entity<
  DownloadablesGrantPropertiesWire,
  DownloadablesGrantProperties,
  TolerantDownloadablesGrantProperties
> = entity("DownloadablesGrantProperties", downloadablesGrantPropertiesFields);

const licenseKeysGrantPropertiesFields = {
  license_key_id: optional(text),
  /** The key's last characters. */
  display_key: optional(text),
};

export interface LicenseKeysGrantPropertiesWire extends WireOf<typeof licenseKeysGrantPropertiesFields> {}
export interface LicenseKeysGrantProperties extends ClientOf<typeof licenseKeysGrantPropertiesFields> {}
export interface TolerantLicenseKeysGrantProperties extends TolerantOf<typeof licenseKeysGrantPropertiesFields> {}

/** Result of granting a benefit of type `license_keys`. */
export const licenseKeysGrantProperties: Entity<
  LicenseKeysGrantPropertiesWire,
  LicenseKeysGrantProperties,
  TolerantLicenseKeysGrantProperties
> = entity("LicenseKeysGrantProperties", licenseKeysGrantPropertiesFields);

const meterCreditGrantPropertiesFields = {
  last_credited_meter_id: optional(text),
  last_credited_units: optional(number),
  /** Text in both forms, as the provider declares it. */
  last_credited_at: optional(text),
};

export interface MeterCreditGrantPropertiesWire extends WireOf<typeof meterCreditGrantPropertiesFields> {}
export interface MeterCreditGrantProperties extends ClientOf<typeof meterCreditGrantPropertiesFields> {}
export interface TolerantMeterCreditGrantProperties extends TolerantOf<typeof meterCreditGrantPropertiesFields> {}

/** Result of granting a benefit of type `meter_credit`. */
export const meterCreditGrantProperties: Entity<
  MeterCreditGrantPropertiesWire,
  MeterCreditGrantProperties,
  TolerantMeterCreditGrantProperties
> = entity("MeterCreditGrantProperties", meterCreditGrantPropertiesFields);

/** By the benefit's type. */
export const grantProperties = {
  custom: customGrantProperties,
  discord: discordGrantProperties,
  github_repository: githubRepositoryGrantProperties,
  downloadables: downloadablesGrantProperties,
  license_keys: licenseKeysGrantProperties,
  meter_credit: meterCreditGrantProperties,
};

export type GrantPropertiesWire = WireIn<typeof grantProperties>;
export type GrantProperties = ClientIn<typeof grantProperties>;
export type TolerantGrantProperties = TolerantIn<typeof grantProperties>;

/** The benefit beside them decides their type. */
export const propertiesByBenefit: Field<GrantPropertiesWire, GrantProperties, TolerantGrantProperties, "required"> =
  dependent("GrantProperties", ["benefit", "type"], grantProperties);
