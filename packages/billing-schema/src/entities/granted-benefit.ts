import { type Entity, entity, variants } from "../schema/entity.js";
import { date, essential, literal, nullable, text } from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, UnknownMember, WireIn, WireOf } from "../schema/forms.js";
import {
  customGrantProperties,
  discordGrantProperties,
  downloadablesGrantProperties,
  githubRepositoryGrantProperties,
  licenseKeysGrantProperties,
  meterCreditGrantProperties,
} from "./grant-properties.js";

const grantedCommon = {
  id: text,
  created_at: date,
  modified_at: nullable(date),
  granted_at: date,
  benefit_id: essential(text),
};

const grantedCustomFields = {
  ...grantedCommon,
  benefit_type: literal("custom"),
  properties: customGrantProperties,
};

/** `GrantedCustom` from the API: snake_case, ISO dates. */
export interface GrantedCustomWire extends WireOf<typeof grantedCustomFields> {}
/** A `custom` benefit in a customer's state (client form): camelCase, `Date` values. */
export interface GrantedCustom extends ClientOf<typeof grantedCustomFields> {}
/** `GrantedCustom` of any API version: unknown values stay. */
export interface TolerantGrantedCustom extends TolerantOf<typeof grantedCustomFields> {}

/** A granted benefit of type `custom`, in the state of a customer. */
export const grantedCustom: Entity<GrantedCustomWire, GrantedCustom, TolerantGrantedCustom> = entity(
  "GrantedCustom",
  grantedCustomFields,
);

const grantedDiscordFields = {
  ...grantedCommon,
  benefit_type: literal("discord"),
  properties: discordGrantProperties,
};

/** `GrantedDiscord` from the API: snake_case, ISO dates. */
export interface GrantedDiscordWire extends WireOf<typeof grantedDiscordFields> {}
/** A `discord` benefit in a customer's state (client form): camelCase, `Date` values. */
export interface GrantedDiscord extends ClientOf<typeof grantedDiscordFields> {}
/** `GrantedDiscord` of any API version: unknown values stay. */
export interface TolerantGrantedDiscord extends TolerantOf<typeof grantedDiscordFields> {}

/** A granted benefit of type `discord`, in the state of a customer. */
export const grantedDiscord: Entity<GrantedDiscordWire, GrantedDiscord, TolerantGrantedDiscord> = entity(
  "GrantedDiscord",
  grantedDiscordFields,
);

const grantedGithubRepositoryFields = {
  ...grantedCommon,
  benefit_type: literal("github_repository"),
  properties: githubRepositoryGrantProperties,
};

/** `GrantedGithubRepository` from the API: snake_case, ISO dates. */
export interface GrantedGithubRepositoryWire extends WireOf<typeof grantedGithubRepositoryFields> {}
/** A `github_repository` benefit in a customer's state (client form): camelCase, `Date` values. */
export interface GrantedGithubRepository extends ClientOf<typeof grantedGithubRepositoryFields> {}
/** `GrantedGithubRepository` of any API version: unknown values stay. */
export interface TolerantGrantedGithubRepository extends TolerantOf<typeof grantedGithubRepositoryFields> {}

/** A granted benefit of type `github_repository`, in the state of a customer. */
export const grantedGithubRepository: Entity<
  GrantedGithubRepositoryWire,
  GrantedGithubRepository,
  TolerantGrantedGithubRepository
> = entity("GrantedGithubRepository", grantedGithubRepositoryFields);

const grantedDownloadablesFields = {
  ...grantedCommon,
  benefit_type: literal("downloadables"),
  properties: downloadablesGrantProperties,
};

/** `GrantedDownloadables` from the API: snake_case, ISO dates. */
export interface GrantedDownloadablesWire extends WireOf<typeof grantedDownloadablesFields> {}
/** A `downloadables` benefit in a customer's state (client form): camelCase, `Date` values. */
export interface GrantedDownloadables extends ClientOf<typeof grantedDownloadablesFields> {}
/** `GrantedDownloadables` of any API version: unknown values stay. */
export interface TolerantGrantedDownloadables extends TolerantOf<typeof grantedDownloadablesFields> {}

/** A granted benefit of type `downloadables`, in the state of a customer. */
export const grantedDownloadables: Entity<
  GrantedDownloadablesWire,
  GrantedDownloadables,
  TolerantGrantedDownloadables
> = entity("GrantedDownloadables", grantedDownloadablesFields);

const grantedLicenseKeysFields = {
  ...grantedCommon,
  benefit_type: literal("license_keys"),
  properties: licenseKeysGrantProperties,
};

/** `GrantedLicenseKeys` from the API: snake_case, ISO dates. */
export interface GrantedLicenseKeysWire extends WireOf<typeof grantedLicenseKeysFields> {}
/** A `license_keys` benefit in a customer's state (client form): camelCase, `Date` values. */
export interface GrantedLicenseKeys extends ClientOf<typeof grantedLicenseKeysFields> {}
/** `GrantedLicenseKeys` of any API version: unknown values stay. */
export interface TolerantGrantedLicenseKeys extends TolerantOf<typeof grantedLicenseKeysFields> {}

/** A granted benefit of type `license_keys`, in the state of a customer. */
export const grantedLicenseKeys: Entity<GrantedLicenseKeysWire, GrantedLicenseKeys, TolerantGrantedLicenseKeys> =
  entity("GrantedLicenseKeys", grantedLicenseKeysFields);

const grantedMeterCreditFields = {
  ...grantedCommon,
  benefit_type: literal("meter_credit"),
  properties: meterCreditGrantProperties,
};

/** `GrantedMeterCredit` from the API: snake_case, ISO dates. */
export interface GrantedMeterCreditWire extends WireOf<typeof grantedMeterCreditFields> {}
/** A `meter_credit` benefit in a customer's state (client form): camelCase, `Date` values. */
export interface GrantedMeterCredit extends ClientOf<typeof grantedMeterCreditFields> {}
/** `GrantedMeterCredit` of any API version: unknown values stay. */
export interface TolerantGrantedMeterCredit extends TolerantOf<typeof grantedMeterCreditFields> {}

/** A granted benefit of type `meter_credit`, in the state of a customer. */
export const grantedMeterCredit: Entity<GrantedMeterCreditWire, GrantedMeterCredit, TolerantGrantedMeterCredit> =
  entity("GrantedMeterCredit", grantedMeterCreditFields);

const grantedBenefitMembers = {
  grantedCustom,
  grantedDiscord,
  grantedGithubRepository,
  grantedDownloadables,
  grantedLicenseKeys,
  grantedMeterCredit,
};

/** The fields common to members of newer versions. */
interface NewerGrantedBenefit extends TolerantOf<typeof grantedCommon> {}

/** `GrantedBenefit` from the API: snake_case, ISO dates. */
export type GrantedBenefitWire = WireIn<typeof grantedBenefitMembers>;
/** A granted benefit in a customer's state (client form): camelCase, `Date` values. */
export type GrantedBenefit = ClientIn<typeof grantedBenefitMembers>;
/** `GrantedBenefit` of any API version: unknown values stay. */
export type TolerantGrantedBenefit =
  | TolerantIn<typeof grantedBenefitMembers>
  | UnknownMember<"benefitType", NewerGrantedBenefit>;

/** A benefit of a customer, by `benefitType`. */
export const grantedBenefit: Entity<GrantedBenefitWire, GrantedBenefit, TolerantGrantedBenefit> = variants(
  "GrantedBenefit",
  "benefit_type",
  grantedBenefitMembers,
  grantedCommon,
);
