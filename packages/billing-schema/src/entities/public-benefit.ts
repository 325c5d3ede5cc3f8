import { type Entity, entity } from "../schema/entity.js";
import { date, essential, flag, nullable, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { benefitType } from "./enumerations.js";

/** The fields common to every benefit. */
export const benefitSummary = {
  id: essential(text),
  created_at: essential(date),
  modified_at: nullable(date),
  description: text,
  selectable: flag,
  deletable: flag,
  organization_id: text,
};

const publicBenefitFields = {
  ...benefitSummary,
  type: benefitType,
};

/** `PublicBenefit` from the API: snake_case, ISO dates. */
export interface PublicBenefitWire extends WireOf<typeof publicBenefitFields> {}
/** The public fields of a benefit (client form): camelCase, `Date` values. */
export interface PublicBenefit extends ClientOf<typeof publicBenefitFields> {}
/** `PublicBenefit` of any API version: unknown values stay. */
export interface TolerantPublicBenefit extends TolerantOf<typeof publicBenefitFields> {}

/** The public part of a benefit, for checkouts. */
export const publicBenefit: Entity<PublicBenefitWire, PublicBenefit, TolerantPublicBenefit> = entity(
  "PublicBenefit",
  publicBenefitFields,
);
