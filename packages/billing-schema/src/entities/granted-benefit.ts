import { type Entity, entity, variants } from "../schema/entity.js";
import { date, literal, nullable, text } from "../schema/field.js";
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
  benefit_id: text,
};

const grantedCustomFields = {
  ...grantedCommon,
  benefit_type: literal("custom"),
  properties: customGrantProperties,
};

export interface GrantedCustomWire extends WireOf<typeof grantedCustomFields> {}
export interface GrantedCustom extends ClientOf<typeof grantedCustomFields> {}
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

export interface GrantedDiscordWire extends WireOf<typeof grantedDiscordFields> {}
export interface GrantedDiscord extends ClientOf<typeof grantedDiscordFields> {}
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

export interface GrantedGithubRepositoryWire extends WireOf<typeof grantedGithubRepositoryFields> {}
export interface GrantedGithubRepository extends ClientOf<typeof grantedGithubRepositoryFields> {}
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

export interface GrantedDownloadablesWire extends WireOf<typeof grantedDownloadablesFields> {}
export interface GrantedDownloadables extends ClientOf<typeof grantedDownloadablesFields> {}
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

export interface GrantedLicenseKeysWire extends WireOf<typeof grantedLicenseKeysFields> {}
export interface GrantedLicenseKeys extends ClientOf<typeof grantedLicenseKeysFields> {}
export interface TolerantGrantedLicenseKeys extends TolerantOf<typeof grantedLicenseKeysFields> {}

/** A granted benefit of type `license_keys`, in the state of a customer. */
export const grantedLicenseKeys: Entity<GrantedLicenseKeysWire, GrantedLicenseKeys, TolerantGrantedLicenseKeys> =
  entity("GrantedLicenseKeys", grantedLicenseKeysFields);

const grantedMeterCreditFields = {
  ...grantedCommon,
  benefit_type: literal("meter_credit"),
  properties: meterCreditGrantProperties,
};

export interface GrantedMeterCreditWire extends WireOf<typeof grantedMeterCreditFields> {}
export interface GrantedMeterCredit extends ClientOf<typeof grantedMeterCreditFields> {}
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

export type GrantedBenefitWire = WireIn<typeof grantedBenefitMembers>;
export type GrantedBenefit = ClientIn<typeof grantedBenefitMembers>;
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
