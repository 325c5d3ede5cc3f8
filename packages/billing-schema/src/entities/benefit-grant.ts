import { type Entity, entity } from "../schema/entity.js";
import { date, essential, flag, nullable, optional, text } from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, WireOf } from "../schema/forms.js";
import { type Benefit, benefit, type TolerantBenefit } from "./benefit.js";
import { customer } from "./customer.js";
import { errorRecord } from "./error-record.js";
import { type grantProperties, propertiesByBenefit } from "./grant-properties.js";

const benefitGrantFields = {
  id: essential(text),
  created_at: essential(date),
  modified_at: nullable(date),
  granted_at: optional(nullable(date)),
  is_granted: essential(flag),
  revoked_at: optional(nullable(date)),
  is_revoked: essential(flag),
  subscription_id: nullable(text),
  order_id: nullable(text),
  customer_id: essential(text),
  benefit_id: essential(text),
  error: optional(nullable(errorRecord)),
  customer: essential(customer),
  properties: propertiesByBenefit,
  benefit: essential(benefit),
  previous_properties: optional(nullable(propertiesByBenefit)),
};

/** `BenefitGrant` from the API: snake_case, ISO dates. */
export interface BenefitGrantWire extends WireOf<typeof benefitGrantFields> {}
/** A grant of a benefit to a customer (client form): camelCase, `Date` values. */
export interface BenefitGrant extends ClientOf<typeof benefitGrantFields> {}
/** `BenefitGrant` of any API version: unknown values stay. */
export interface TolerantBenefitGrant extends TolerantOf<typeof benefitGrantFields> {}

/** A benefit that a customer has, or had. `isGrantOf` narrows the grant by the benefit's type. */
export const benefitGrant: Entity<BenefitGrantWire, BenefitGrant, TolerantBenefitGrant> = entity(
  "BenefitGrant",
  benefitGrantFields,
);

/** The wire's name of a benefit's type. */
type GrantType = keyof typeof grantProperties;

/** A grant of a benefit of a known type. */
export type BenefitGrantOf<Type extends GrantType> = BenefitGrant & {
  readonly benefit: Extract<Benefit, { readonly type: Type }>;
  readonly properties: ClientIn<Pick<typeof grantProperties, Type>>;
};

/** `BenefitGrantOf` of any version of the provider's API. */
export type TolerantBenefitGrantOf<Type extends GrantType> = TolerantBenefitGrant & {
  readonly benefit: Extract<TolerantBenefit, { readonly type: Type }>;
  readonly properties: TolerantIn<Pick<typeof grantProperties, Type>> | null;
};

/**
 * Narrows a grant to a benefit of this type; then the grant's properties are typed.
 *
 * @example if (isGrantOf(event.data, "license_keys")) show(event.data.properties.displayKey);
 */
export function isGrantOf<const Type extends GrantType>(grant: BenefitGrant, type: Type): grant is BenefitGrantOf<Type>;
export function isGrantOf<const Type extends GrantType>(
  grant: TolerantBenefitGrant,
  type: Type,
): grant is TolerantBenefitGrantOf<Type>;
export function isGrantOf(grant: BenefitGrant | TolerantBenefitGrant, type: GrantType): boolean {
  return grant.benefit.type === type;
}
