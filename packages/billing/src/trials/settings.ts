import { isObject, isWhole } from "@keyhold/core/options";
import type { BillingOwner } from "../provider/owner.js";

/** The question of `trial.allow`. */
export interface TrialQuestion extends BillingOwner {
  /** The id of the buyer; null: a server call for an organization without a user. */
  readonly userId: string | null;
  /** The name of the product in `products`. */
  readonly product: string;
  /** Whether the owner or the buyer has had a trial, or has a checkout with a trial open. */
  readonly hasHadTrial: boolean;
}

/** The trial of a product. */
export interface ProductTrial {
  /** How long the trial takes, from 1 to 730. */
  readonly days: number;
  /** How many days before its end `trial.ending` is emitted; 0: never. Default 3, and less for a trial of 3 days or less. */
  readonly warnDays?: number;
  /** Whether an owner gets the trial. Default: if `hasHadTrial` is false. */
  readonly allow?: (asked: TrialQuestion) => boolean | Promise<boolean>;
}

/** The trial of a product, with its name and each setting. */
export interface TrialRule extends Required<ProductTrial> {
  readonly product: string;
}

type GivenProduct = string | { readonly id: string; readonly trial?: ProductTrial };

const onlyFirst = ({ hasHadTrial }: TrialQuestion): boolean => !hasHadTrial;

/** The trials of the products by the provider's ids. */
export function trialRulesOf(products: Readonly<Record<string, GivenProduct>>): ReadonlyMap<string, TrialRule> {
  const rules = new Map<string, TrialRule>();
  for (const [product, given] of Object.entries(products)) {
    if (typeof given !== "object" || given?.trial === undefined) continue;
    const { id, trial } = given;
    const { days, warnDays = Math.min(3, days - 1), allow = onlyFirst } = Object(trial) as ProductTrial;
    rules.set(id, { product, days, warnDays, allow });
  }
  return rules;
}

const maxDays = 730;

/** The config errors of `trial` of a product. */
export function trialErrors(path: string, trial: unknown): readonly string[] {
  if (trial === undefined) return [];
  if (!isObject(trial)) return [`${path}.trial: must be an object, e.g. { days: 14 }`];
  const { days, warnDays, allow, ...others } = trial as Readonly<Record<string, unknown>>;
  const errors = Object.keys(others).map(
    (key) => `${path}.trial.${key}: is no option; the options are days, warnDays, allow`,
  );
  if (!isWhole(days, 1, maxDays)) errors.push(`${path}.trial.days: must be a whole number from 1 to ${maxDays}`);
  else if (warnDays !== undefined && !isWhole(warnDays, 0, days - 1)) {
    errors.push(`${path}.trial.warnDays: must be a whole number from 0, and less than days`);
  }
  if (allow !== undefined && typeof allow !== "function") {
    errors.push(`${path}.trial.allow: must be a function that answers whether an owner gets the trial`);
  }
  return errors;
}
