import { type Entity, entity, variants } from "../schema/entity.js";
import {
  date,
  dependent,
  type Field,
  flag,
  laterNullable,
  list,
  literal,
  nullable,
  number,
  optional,
  text,
} from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, UnknownMember, WireIn, WireOf } from "../schema/forms.js";
import { type Benefit, benefit } from "./benefit.js";
import { customer } from "./customer.js";
import { repositoryPermission } from "./enumerations.js";
import { errorRecord } from "./error-record.js";

const customGrantPropertiesFields = {};

export interface CustomGrantPropertiesWire extends WireOf<typeof customGrantPropertiesFields> {}
export interface CustomGrantProperties extends ClientOf<typeof customGrantPropertiesFields> {}
export interface TolerantCustomGrantProperties extends TolerantOf<typeof customGrantPropertiesFields> {}

/** What granting a benefit of type `custom` left behind. */
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

/** What granting a benefit of type `discord` left behind. */
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

/** What granting a benefit of type `github_repository` left behind. */
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

/** What granting a benefit of type `downloadables` left behind. */
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

/** What granting a benefit of type `license_keys` left behind. */
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

/** What granting a benefit of type `meter_credit` left behind. */
export const meterCreditGrantProperties: Entity<
  MeterCreditGrantPropertiesWire,
  MeterCreditGrantProperties,
  TolerantMeterCreditGrantProperties
> = entity("MeterCreditGrantProperties", meterCreditGrantPropertiesFields);

/** By the benefit's type. */
const grantProperties = {
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

const propertiesByBenefit: Field<GrantPropertiesWire, GrantProperties, TolerantGrantProperties, "required"> = dependent(
  "GrantProperties",
  ["benefit", "type"],
  grantProperties,
);

const benefitGrantFields = {
  id: text,
  created_at: date,
  modified_at: nullable(date),
  granted_at: optional(nullable(date)),
  is_granted: flag,
  revoked_at: optional(nullable(date)),
  is_revoked: flag,
  subscription_id: nullable(text),
  order_id: nullable(text),
  customer_id: text,
  benefit_id: text,
  error: optional(nullable(errorRecord)),
  customer,
  properties: propertiesByBenefit,
  benefit,
  previous_properties: optional(nullable(propertiesByBenefit)),
};

export interface BenefitGrantWire extends WireOf<typeof benefitGrantFields> {}
export interface BenefitGrant extends ClientOf<typeof benefitGrantFields> {}
export interface TolerantBenefitGrant extends TolerantOf<typeof benefitGrantFields> {}

/** That a customer has, or had, a benefit. `isGrantOf` tells which. */
export const benefitGrant: Entity<BenefitGrantWire, BenefitGrant, TolerantBenefitGrant> = entity(
  "BenefitGrant",
  benefitGrantFields,
);

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

export type GrantedBenefitWire = WireIn<typeof grantedBenefitMembers>;
export type GrantedBenefit = ClientIn<typeof grantedBenefitMembers>;
export type TolerantGrantedBenefit =
  | TolerantIn<typeof grantedBenefitMembers>
  | UnknownMember<"benefitType", TolerantOf<typeof grantedCommon>>;

/** A benefit that a customer has, by `benefitType`. */
export const grantedBenefit: Entity<GrantedBenefitWire, GrantedBenefit, TolerantGrantedBenefit> = variants(
  "GrantedBenefit",
  "benefit_type",
  grantedBenefitMembers,
  grantedCommon,
);

/** The wire's name of a benefit's type. */
type GrantType = keyof typeof grantProperties;

/** A grant of which it is known what was granted. */
export type BenefitGrantOf<Type extends GrantType> = BenefitGrant & {
  readonly benefit: Extract<Benefit, { readonly type: Type }>;
  readonly properties: ClientIn<Pick<typeof grantProperties, Type>>;
};

/**
 * Whether a grant is of a benefit of this type; then its properties are known.
 *
 * @example if (isGrantOf(event.data, "license_keys")) show(event.data.properties.displayKey);
 */
export function isGrantOf<const Type extends GrantType>(
  grant: BenefitGrant | TolerantBenefitGrant,
  type: Type,
): grant is BenefitGrantOf<Type> {
  return grant.benefit.type === type;
}
