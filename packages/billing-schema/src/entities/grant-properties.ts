import { type Entity, entity } from "../schema/entity.js";
import { dependent, type Field, laterNullable, list, number, optional, text } from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, WireIn, WireOf } from "../schema/forms.js";
import { repositoryPermission } from "./enumerations.js";

const customGrantPropertiesFields = {};

/** `CustomGrantProperties` as the API sends it: without fields. */
export interface CustomGrantPropertiesWire extends WireOf<typeof customGrantPropertiesFields> {}
/** The result of granting a `custom` benefit as the app uses it: without fields. */
export interface CustomGrantProperties extends ClientOf<typeof customGrantPropertiesFields> {}
/** `CustomGrantProperties` of any API version: unknown values stay. */
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

/** `DiscordGrantProperties` from the API: snake_case. */
export interface DiscordGrantPropertiesWire extends WireOf<typeof discordGrantPropertiesFields> {}
/** The result of granting a `discord` benefit (client form): camelCase. */
export interface DiscordGrantProperties extends ClientOf<typeof discordGrantPropertiesFields> {}
/** `DiscordGrantProperties` of any API version: unknown values stay. */
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

/** `GithubRepositoryGrantProperties` from the API: snake_case. */
export interface GithubRepositoryGrantPropertiesWire extends WireOf<typeof githubRepositoryGrantPropertiesFields> {}
/** The result of granting a `github_repository` benefit (client form): camelCase. */
export interface GithubRepositoryGrantProperties extends ClientOf<typeof githubRepositoryGrantPropertiesFields> {}
/** `GithubRepositoryGrantProperties` of any API version: unknown values stay. */
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

/** `DownloadablesGrantProperties` from the API: snake_case. */
export interface DownloadablesGrantPropertiesWire extends WireOf<typeof downloadablesGrantPropertiesFields> {}
/** The result of granting a `downloadables` benefit (client form): camelCase. */
export interface DownloadablesGrantProperties extends ClientOf<typeof downloadablesGrantPropertiesFields> {}
/** `DownloadablesGrantProperties` of any API version: unknown values stay. */
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

/** `LicenseKeysGrantProperties` from the API: snake_case. */
export interface LicenseKeysGrantPropertiesWire extends WireOf<typeof licenseKeysGrantPropertiesFields> {}
/** The result of granting a `license_keys` benefit (client form): camelCase. */
export interface LicenseKeysGrantProperties extends ClientOf<typeof licenseKeysGrantPropertiesFields> {}
/** `LicenseKeysGrantProperties` of any API version: unknown values stay. */
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
  /** Text in both forms, as in the provider's schema. */
  last_credited_at: optional(text),
};

/** `MeterCreditGrantProperties` from the API: snake_case. */
export interface MeterCreditGrantPropertiesWire extends WireOf<typeof meterCreditGrantPropertiesFields> {}
/** The result of granting a `meter_credit` benefit (client form): camelCase. */
export interface MeterCreditGrantProperties extends ClientOf<typeof meterCreditGrantPropertiesFields> {}
/** `MeterCreditGrantProperties` of any API version: unknown values stay. */
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

/** `GrantProperties` from the API: snake_case. */
export type GrantPropertiesWire = WireIn<typeof grantProperties>;
/** The result of granting a benefit (client form): camelCase. */
export type GrantProperties = ClientIn<typeof grantProperties>;
/** `GrantProperties` of any API version: unknown values stay. */
export type TolerantGrantProperties = TolerantIn<typeof grantProperties>;

/** The benefit beside them decides their type. */
export const propertiesByBenefit: Field<GrantPropertiesWire, GrantProperties, TolerantGrantProperties, "required"> =
  dependent("GrantProperties", ["benefit", "type"], grantProperties);
